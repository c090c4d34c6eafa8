package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"

	"github.com/coreos/go-oidc"
	"golang.org/x/oauth2"
)

func main() {
	ctx := context.Background()
	// The block of docs/clients.md.
	browser := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	}}
	url := config.AuthCodeURL("state", oidc.Nonce("n")) + "&emulator_auto=ann@example.com"
	answer, err := browser.Get(url)
	if err != nil {
		log.Fatal(err)
	}
	back, err := answer.Location()
	if err != nil {
		log.Fatal(err)
	}
	token, err := config.Exchange(ctx, back.Query().Get("code"))
	if err != nil {
		log.Fatal(err)
	}
	idToken, err := verifier.Verify(ctx, token.Extra("id_token").(string))
	if err != nil {
		fmt.Fprintln(os.Stderr, "refused:", err)
		os.Exit(3)
	}
	var claims struct{ Email string }
	if err := idToken.Claims(&claims); err != nil {
		log.Fatal(err)
	}
	user, err := provider.UserInfo(ctx, oauth2.StaticTokenSource(token))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(idToken.Nonce, claims.Email, user.Email)
}
