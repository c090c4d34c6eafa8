// The requests that a client sends after the callback of a code flow, each with its answer.
"use strict";

(() => {
  const place = document.getElementById("exchange");
  if (!place) return;
  const setup = JSON.parse(place.dataset.setup);

  const h = (name, attributes, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes ?? {})) element.setAttribute(key, value);
    element.append(...children.filter((child) => child !== null));
    return element;
  };
  const quoted = (text) => `'${text.replace(/'/g, `'\\''`)}'`;
  const pretty = (value) => JSON.stringify(value, null, 2);

  function curl({ url, method, headers, form }) {
    const parts = [`curl -s --globoff ${quoted(new URL(url, location.href).href)}`];
    if (method !== "GET" && !form) parts.push(`-X ${method}`);
    for (const [name, value] of Object.entries(headers)) parts.push(`-H ${quoted(`${name}: ${value}`)}`);
    for (const [name, value] of Object.entries(form ?? {})) {
      parts.push(`--data-urlencode ${quoted(`${name}=${value}`)}`);
    }
    return parts.join(" \\\n  ");
  }

  /** Sends a request and shows both sides; returns the members of a successful answer. */
  async function step(title, request, more) {
    const section = h("section", null, h("h2", null, title), h("pre", null, curl(request)));
    place.append(section);
    let answer, text;
    try {
      answer = await fetch(request.url, {
        method: request.method, headers: request.headers,
        body: request.form ? new URLSearchParams(request.form) : undefined,
      });
      text = await answer.text();
    } catch (error) {
      section.append(h("p", { class: "error", role: "alert" }, `There is no answer: ${error.message}`));
      return null;
    }
    let body = null;
    try {
      body = JSON.parse(text);
    } catch {
      if (/^[\w.]+=/.test(text)) body = Object.fromEntries(new URLSearchParams(text));
    }
    const shown = ["content-type", "www-authenticate", "dpop-nonce", "retry-after"]
      .filter((name) => answer.headers.has(name)).map((name) => `${name}: ${answer.headers.get(name)}\n`);
    section.append(
      h("h3", null, "Answer"),
      h("pre", null, `HTTP ${answer.status} ${answer.statusText}\n${shown.join("")}\n${body ? pretty(body) : text}`));
    const isGood = answer.ok && body && !body.error;
    if (!isGood) {
      const reason = body?.error_description ?? body?.error?.message ?? body?.error ?? `status ${answer.status}`;
      section.append(h("p", { class: "error", role: "alert" }, `The request was refused: ${reason}`));
      return null;
    }
    await more?.(section, body);
    section.scrollIntoView({ block: "nearest" });
    return body;
  }

  // Tokens

  const bytes = (part) => Uint8Array.from(
    atob(part.replace(/-/g, "+").replace(/_/g, "/")), (character) => character.charCodeAt(0));

  function decoded(token) {
    const parts = String(token).split(".");
    if (parts.length !== 3) return null;
    try {
      const [header, claims] = parts.slice(0, 2).map((part) => JSON.parse(new TextDecoder().decode(bytes(part))));
      return { header, claims, input: `${parts[0]}.${parts[1]}`, signature: parts[2] };
    } catch {
      return null;
    }
  }

  const HASH = { 256: "SHA-256", 384: "SHA-384", 512: "SHA-512" };

  function algorithm(name, key) {
    const hash = HASH[name.slice(2)];
    if (name.startsWith("RS")) return { name: "RSASSA-PKCS1-v1_5", hash };
    if (name.startsWith("PS")) return { name: "RSA-PSS", hash, saltLength: Number(name.slice(2)) / 8 };
    if (name.startsWith("ES")) return { name: "ECDSA", hash, namedCurve: key.crv };
    return { name: "Ed25519" };
  }

  /** Returns a sentence about the key that verifies the token, with its kind. */
  async function verification({ header, input, signature }) {
    if (!setup.keys) return ["This issuer publishes no keys.", "error"];
    if (!crypto.subtle) return ["Browsers verify signatures at localhost and over https only.", "error"];
    const { keys } = await (await fetch(setup.keys)).json();
    const named = keys.filter((key) => key.kid === header.kid);
    for (const key of named) {
      const how = algorithm(header.alg, key);
      try {
        // Without members that bind the key to another use.
        const { kty, n, e, crv, x, y } = key;
        const imported = await crypto.subtle.importKey("jwk", { kty, n, e, crv, x, y }, how, false, ["verify"]);
        if (await crypto.subtle.verify(how, imported, bytes(signature), new TextEncoder().encode(input))) {
          return [`The key ${key.kid} (${header.alg}) of ${setup.keys} verifies the signature.`, "status"];
        }
      } catch (error) {
        return [`The key ${key.kid} cannot be used: ${error.message}`, "error"];
      }
    }
    return [named.length
      ? `The key ${header.kid} does not verify the signature.`
      : `${setup.keys} has no key ${header.kid ?? "without a name"}.`, "error"];
  }

  /** Returns the mistakes in an ID token that a client must refuse. */
  function mistakes({ iss, aud, nonce, exp }, isRenewal) {
    return [
      [iss === setup.issuer || setup.issuer.includes("{"), `iss is not ${setup.issuer}`],
      [[aud].flat().includes(setup.clientId), `aud has no ${setup.clientId}`],
      [nonce === setup.nonce || isRenewal && nonce === undefined, `nonce is not ${setup.nonce}`],
      [exp * 1000 > Date.now(), "exp has passed, by this machine's clock"],
    ].filter(([holds]) => !holds).map(([, mistake]) => mistake);
  }

  async function showTokens(section, body, isRenewal) {
    for (const [name, value] of Object.entries(body)) {
      const token = decoded(value);
      if (!token) continue;
      const [sentence, kind] = await verification(token);
      section.append(
        h("h3", null, name), h("pre", null, `${pretty(token.header)}\n${pretty(token.claims)}`),
        h("p", kind === "error" ? { class: "error", role: "alert" } : { role: "status" }, sentence));
      const wrong = name === "id_token" ? mistakes(token.claims, isRenewal) : [];
      if (wrong.length) section.append(h("p", { class: "error", role: "alert" }, `A client refuses it: ${wrong.join("; ")}.`));
    }
  }

  // Steps

  const post = (form) => ({
    url: setup.token, method: "POST", form,
    headers: { Accept: "application/json", ...(setup.basic ? { Authorization: setup.basic } : {}) },
  });

  async function userInfo(token) {
    if (!setup.userInfo || !token) return;
    await step("Userinfo", {
      url: setup.userInfo, method: "GET", headers: { Accept: "application/json", Authorization: `Bearer ${token}` },
    });
  }

  function offerRefresh(token) {
    if (!token) return;
    const button = h("button", { type: "button" }, "Refresh the tokens");
    place.append(button);
    button.addEventListener("click", async () => {
      button.remove();
      const body = await step(
        "Refresh", post({ ...setup.refresh, refresh_token: token }), (section, answer) => showTokens(section, answer, true));
      if (!body) return;
      await userInfo(body.access_token);
      offerRefresh(body.refresh_token ?? token);
    });
  }

  const start = document.getElementById("send");
  document.getElementById("curl").textContent = curl(post(setup.exchange));
  start.addEventListener("click", async () => {
    document.getElementById("request").remove();
    const body = await step("3. Token request", post(setup.exchange), showTokens);
    if (!body) return;
    await userInfo(body.access_token);
    offerRefresh(body.refresh_token);
  });
})();
