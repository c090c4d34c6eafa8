# The application's part of Rails: the middleware, a session, and a browser.
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
# The block of docs/clients.md.
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
