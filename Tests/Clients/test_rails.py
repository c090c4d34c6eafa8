"""omniauth_openid_connect, set up by the block of docs/clients.md, where Ruby and the library are installed."""

import os
import shutil
import subprocess

import pytest

from pages import ROOT, blocks

# The application's part of Rails: the middleware, a session, and a browser.
PROGRAM = """
require "logger"
require "net/http"
require "omniauth"
require "omniauth_openid_connect"
require "rack"
require "rack/mock"

module Rails
  class << self
    attr_reader :recipe
    def application = self
    def config = self
    def middleware = self
    def use(_builder, &recipe) = @recipe = recipe
  end
end
%s
OmniAuth.config.request_validation_phase = nil
OmniAuth.config.logger = Logger.new(File::NULL)
signed_in = nil
app = lambda { |env| signed_in = env["omniauth.auth"]; [200, {}, [env["PATH_INFO"]]] }
stack = Rack::Session::Cookie.new(
  OmniAuth::Builder.new(app, &Rails.recipe).to_app, secret: "of the test" * 8)
browser = Rack::MockRequest.new(stack)
left = browser.post("http://localhost:3000/auth/app")
cookie = left["Set-Cookie"].split(";").first
issuer = URI(left["Location"] + "&emulator_auto=" + ARGV[0])
http = Net::HTTP.new(issuer.host, issuer.port)
http.use_ssl = true
back = http.get(issuer.request_uri)["Location"]
done = browser.get(back, "HTTP_COOKIE" => cookie)
abort "refused: #{done["Location"]}" unless signed_in
puts signed_in.provider, signed_in.info.email
"""


pytestmark = pytest.mark.skipif(
    not shutil.which("ruby") or subprocess.run(
        ["ruby", "-e", "require 'omniauth_openid_connect'"], capture_output=True).returncode != 0,
    reason="there is no Ruby with omniauth_openid_connect")


def test_a_whole_sign_in_and_a_defect(start, tmp_path):
    emulator = start("--tls-port", "0")
    emulator.control("POST", "issuers/oidc.app/accounts", {"email": "ann@example.com"})
    recipe, = [b.text for b in blocks(ROOT / "docs/clients.md") if b.language == "ruby"]
    program = tmp_path / "app.rb"
    program.write_text(PROGRAM % recipe.replace("https://127.0.0.1:9443", emulator.ready["tlsUrl"]))

    def run():
        return subprocess.run(
            ["ruby", str(program), "ann@example.com"], capture_output=True, text=True, timeout=300,
            env={**os.environ, "SSL_CERT_FILE": emulator.ready["caFile"]})

    done = run()
    assert done.stdout.split() == ["app", "ann@example.com"], done.stderr
    with emulator.defect("oidc.app", "wrong-audience"):
        done = run()
    assert (done.returncode, done.stdout) == (1, "") and "/auth/failure" in done.stderr
