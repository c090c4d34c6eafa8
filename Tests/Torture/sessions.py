"""Sessions and codes of one client: which refresh tokens are valid, and which codes have been used."""

BACKEND = "/identitytoolkit.googleapis.com/v1"
TOKEN = "/securetoken.googleapis.com/v1/token"
# A refusal of a refresh token that a change has ended.
ENDED = ("TOKEN_EXPIRED", "USER_NOT_FOUND", "INVALID_REFRESH_TOKEN")
VALID, OVER, UNKNOWN = "valid", "over", "unknown"


class Sessions:
    """Users of a project of the client's own, whose refresh tokens and codes are tracked.

    The state of a token or code is UNKNOWN if the request that ends it had no response.
    """

    def __init__(self, client):
        self.client, self.project = client, f"sessions-{client.number}"
        self.token_path = f"{TOKEN}?key=emulator-{self.project}"
        self.tokens, self.codes, self.serial = {}, {}, 0
        self.exists = False

    def change(self):
        if not self.exists:
            # A client's call needs the API key of a project that exists.
            self.exists = self.client.send(
                "PATCH", f"/emulator/v1/projects/{self.project}/settings", {}) is not None
            return
        self.client.random.choice((
            self.sign_up, self.sign_in, self.sign_in, self.refresh, self.refresh, self.end, self.send_code,
            self.use_code, self.delete))()

    def post(self, operation, body):
        return self.client.send(
            "POST", f"{BACKEND}/accounts:{operation}", {**body, "targetProjectId": self.project})

    def any_of(self, states):
        """Returns a valid token or code with its user's address; (None, None) if there is none."""
        valid = sorted(one for one, (state, _) in states.items() if state == VALID)
        if not valid:
            return None, None
        one = self.client.random.choice(valid)
        return one, states[one][1]

    def sign_up(self):
        self.serial += 1
        self.begin("signUp", f"s{self.serial}@example.com")

    def sign_in(self):
        _, address = self.any_of(self.tokens)
        if address:
            self.begin("signInWithPassword", address)

    def begin(self, operation, address):
        answer = self.client.send(
            "POST", f"{BACKEND}/accounts:{operation}?key=emulator-{self.project}",
            {"email": address, "password": "secret1", "returnSecureToken": True}, owner=False)
        if answer:
            self.tokens[answer["refreshToken"]] = VALID, address

    def refresh(self):
        """Refreshes with a token that is valid, or with one that must be refused."""
        if self.client.random.random() < 0.7:
            token, _ = self.any_of(self.tokens)
            accepts = ()
        else:
            token = next((one for one, (state, _) in self.tokens.items() if state == OVER), None)
            accepts = ENDED
        if token:
            answer = self.client.send("POST", self.token_path, refresh(token), accepts=accepts, owner=False)
            if answer and accepts:
                self.client.faults.append(f"a refresh token that was revoked is accepted: {token}")

    def ending(self, address, states, call):
        """Sends a request that ends the tokens or codes of an address."""
        mine = [(one, state) for one, (state, owner) in states.items() if owner == address and state == VALID]
        for one, _ in mine:
            states[one] = UNKNOWN, address
        # Without a response they stay unknown.
        answer = call()
        for one, state in mine:
            states[one] = (state if answer is None else OVER), address
        return answer

    def end(self):
        """Sets the same password again, which revokes the tokens."""
        _, address = self.any_of(self.tokens)
        if address:
            self.ending(address, self.tokens, lambda: self.post("update", {
                "localId": self.uid(address), "password": "secret1"}))

    def uid(self, address):
        answer = self.post("lookup", {"email": [address]})
        return answer["users"][0]["localId"] if answer else "none"

    def send_code(self):
        _, address = self.any_of(self.tokens)
        answer = address and self.post("sendOobCode", {
            "requestType": "PASSWORD_RESET", "email": address, "returnOobLink": True})
        if answer:
            self.codes[answer["oobCode"]] = VALID, address

    def use_code(self):
        code, address = self.any_of(self.codes)
        if not code:
            return
        self.codes[code] = UNKNOWN, address
        answer = self.ending(address, self.tokens, lambda: self.post(
            "resetPassword", {"oobCode": code, "newPassword": "secret1"}))
        self.codes[code] = (VALID if answer is None else OVER), address
        if answer:
            self.begin("signInWithPassword", address)

    def delete(self):
        _, address = self.any_of(self.tokens)
        if address and self.client.random.random() < 0.3 and (uid := self.uid(address)) != "none":
            self.ending(address, self.codes, lambda: self.ending(
                address, self.tokens, lambda: self.post("delete", {"localId": uid})))

    def resume(self, emulator):
        """Deletes the users after a check, which ends every token and code; some are kept for the next."""
        if self.exists:
            emulator.call(
                "DELETE", f"/emulator/v1/projects/{self.project}/accounts", {},
                {"Authorization": "Bearer owner"})
        self.tokens, self.codes = (
            {one: (OVER, address) for one, (_, address) in list(states.items())[-8:]}
            for states in (self.tokens, self.codes))

    def check(self, emulator):
        """Yields each token and code whose state is not as acknowledged. Uses the codes."""
        for token, (state, address) in self.tokens.items():
            status, text = post(emulator, self.token_path, refresh(token))
            if (status == 200) != (state == VALID) and state != UNKNOWN or status >= 500:
                yield f"{self.project}: a refresh token of {address} is {state}: {status} {text[:200]}"
        for code, (state, address) in self.codes.items():
            for expected in (state, OVER):
                status, text = post(
                    emulator, f"{BACKEND}/accounts:resetPassword",
                    {"oobCode": code, "newPassword": "secret2", "targetProjectId": self.project})
                if (status == 200) != (expected == VALID) and expected != UNKNOWN or status >= 500:
                    yield f"{self.project}: a code of {address} is {expected}: {status} {text[:200]}"


def refresh(token):
    return {"grantType": "refresh_token", "refreshToken": token}


def post(emulator, path, body):
    return emulator.exchange("POST", path, body, {"Authorization": "Bearer owner"})
