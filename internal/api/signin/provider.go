package signin

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"sonora/internal/api/things"
	"sonora/internal/auth"
	"sonora/internal/edge"
	"sonora/internal/music"
)

type endpointsJSON struct {
	Endpoints []string `json:"endpoints" doc:"Paths for signing in."`
}

func (a *API) endpoints(context.Context, *struct{}) (*edge.Body[endpointsJSON], error) {
	return edge.Reply(endpointsJSON{slices.Clone(signInPaths)})
}

var signInPaths = []string{
	"/api/auth/register/", "/api/auth/login/", "/api/auth/token/refresh/", "/api/auth/logout/", "/api/auth/user", "/api/auth/google/",
}

// EncodeProviders returns the identity providers that people can sign in with.
func (a *API) EncodeProviders() []things.ProviderJSON {
	list := []things.ProviderJSON{}
	for _, p := range a.Auth.Providers() {
		list = append(list, things.ProviderJSON{ID: p.ID(), Label: p.Label()})
	}
	return list
}

func (a *API) providers(_ context.Context, in *edge.Part) (*edge.PageOf[things.ProviderJSON], error) {
	return edge.PartOf(in, a.EncodeProviders(), nil, func(p *things.ProviderJSON) things.ProviderJSON { return *p })
}

// googleJSON is the configuration for Google without the secret.
type googleJSON struct {
	Configured bool   `json:"configured" doc:"Whether people can sign in with Google."`
	ClientID   string `json:"clientId" doc:"Client ID at Google; empty if not configured."`
	Callback   string `json:"callback" doc:"The redirect URI to enter at Google."`
	Scope      string `json:"scope" doc:"Scope to request from Google."`
}

func (a *API) google(ctx context.Context, _ *struct{}) (*edge.Body[googleJSON], error) {
	g := googleJSON{Callback: a.Auth.Callback(auth.Google, visitOf(ctx).address)}
	if p, err := a.Auth.Provider(auth.Google); err == nil {
		g.Configured, g.ClientID, g.Scope = true, p.ClientID(), p.Scope()
	}
	return edge.Reply(g)
}

// visit is what a request reveals about the page that sends it.
type visit struct {
	address string // of this server, as the page knows it; "" for a page of another site
	attempt string // the sealed attempt to sign in with a provider
}

type visitKey struct{}

func visitOf(ctx context.Context) visit {
	p, _ := ctx.Value(visitKey{}).(visit)
	return p
}

const attemptCookie = "provider_sign_in"

// fromOwnPages adds the visit to the context, so that other sites cannot sign
// somebody in to an account of their own.
func (a *API) fromOwnPages(o *edge.Route) {
	o.Middlewares = append(o.Middlewares, func(ctx huma.Context, next func(huma.Context)) {
		r, w := humago.Unwrap(ctx)
		stranger := (r.Header.Get("Origin") != "" || r.Header.Get("Sec-Fetch-Site") != "") && !a.edge.SameSite(r)
		if stranger && !edge.IsRead(r) {
			a.edge.WriteProblem(w, r, music.ErrForbidden)
			return
		}
		p := visit{address: a.addressOf(r)}
		if cookie, err := r.Cookie(attemptCookie); err == nil {
			p.attempt = cookie.Value
		}
		next(huma.WithValue(ctx, visitKey{}, p))
	})
}

// addressOf returns the address of this server that the request used.
func (a *API) addressOf(r *http.Request) string {
	address := edge.OriginOf(r)
	if origin := r.Header.Get("Origin"); origin != "" && origin != address {
		return ""
	}
	return address
}

// oneAttempt deletes the attempt's cookie, however the attempt ends.
func (a *API) oneAttempt(o *edge.Route) {
	o.Middlewares = append(o.Middlewares, func(ctx huma.Context, next func(huma.Context)) {
		if visitOf(ctx.Context()).attempt != "" {
			cookie := a.attemptCookie(ctx.Context(), "")
			ctx.AppendHeader("Set-Cookie", cookie.String())
		}
		next(ctx)
	})
}

// attemptCookie holds an attempt until the person returns. An empty value deletes
// it.
func (a *API) attemptCookie(ctx context.Context, value string) http.Cookie {
	c := http.Cookie{
		Name: attemptCookie, Value: value, Path: "/api/auth", HttpOnly: true, Secure: edge.IsSecure(ctx), SameSite: http.SameSiteLaxMode,
		MaxAge: int(auth.AttemptLifetime / time.Second),
	}
	if value == "" {
		c.MaxAge = -1
	}
	return c
}

// linker returns the person whose account is to be linked. It requires a token,
// because the cookie may belong to a previous user of this browser.
func linker(ctx context.Context) music.Viewer {
	if c := edge.CallerOf(ctx); !c.ByCookie && c.Err == nil && c.Viewer.Scopes == "" {
		return c.Viewer
	}
	return music.Viewer{}
}

type beginProviderLoginInput struct {
	Provider string `path:"provider" doc:"ID of the provider."`
	Body     struct {
		State       string `json:"state" doc:"Opaque to the server, for the page to check when the person returns; at most 512 characters."`
		RedirectURI string `json:"redirect_uri" doc:"This server's callback URL for the provider."`
		Password    string `json:"password,omitempty" doc:"The account's password, if you are linking an account that has one."`
	}
}

type providerPageJSON struct {
	URL string `json:"url" doc:"The provider's page to send the person to."`
}

type beginProviderLoginOutput struct {
	Cookie  http.Cookie `header:"Set-Cookie" doc:"Ties the attempt to this browser."`
	Caching string      `header:"Cache-Control" doc:"Always no-store."`
	Body    providerPageJSON
}

func (a *API) beginProviderLogin(ctx context.Context, in *beginProviderLoginInput) (*beginProviderLoginOutput, error) {
	address, sealed, err := a.Auth.BeginProvider(ctx, linker(ctx), auth.ProviderStart{
		Provider: in.Provider, State: in.Body.State, RedirectURI: in.Body.RedirectURI, Address: visitOf(ctx).address, Password: in.Body.Password,
	})
	if err != nil {
		return nil, err
	}
	return &beginProviderLoginOutput{a.attemptCookie(ctx, sealed), "no-store", providerPageJSON{address}}, nil
}

type providerLoginInput struct {
	Provider string `path:"provider" doc:"ID of the provider."`
	Body     struct {
		Code        string `json:"code" doc:"The authorization code from the provider."`
		RedirectURI string `json:"redirect_uri" doc:"The same callback URL as at the start."`
		State       string `json:"state,omitempty" doc:"The state with which the person returned."`
	}
}

// providerGrantJSON is a grantJSON with the identity from the provider.
type providerGrantJSON struct {
	Access    string          `json:"access" doc:"Empty, like refresh, if an account was linked: its session continues."`
	Refresh   string          `json:"refresh" doc:"Refresh token, which works once."`
	Token     string          `json:"token" doc:"The same as access."`
	User      things.UserJSON `json:"user" doc:"The account."`
	FirstName string          `json:"first_name" doc:"First name of the account."`
	Email     string          `json:"email" doc:"Email address of the account."`
	Linked    bool            `json:"linked" doc:"Whether your account was linked."`
}

type providerLoginOutput struct {
	Cookies []http.Cookie `header:"Set-Cookie" doc:"The session cookie, and the removal of the attempt's."`
	Caching string        `header:"Cache-Control" doc:"Always no-store."`
	Body    providerGrantJSON
}

func (a *API) providerLogin(ctx context.Context, in *providerLoginInput) (*providerLoginOutput, error) {
	g, err := a.Auth.FinishProvider(ctx, linker(ctx), auth.ProviderReturn{
		Provider: in.Provider, Code: in.Body.Code, State: in.Body.State, RedirectURI: in.Body.RedirectURI,
		Address: visitOf(ctx).address, Sealed: visitOf(ctx).attempt,
	})
	if err != nil {
		return nil, err
	}
	out := &providerLoginOutput{Caching: "no-store", Body: providerGrantJSON{
		Access: g.Access, Refresh: g.Refresh, Token: g.Access, User: things.EncodeUser(g.Account),
		FirstName: g.Account.FirstName, Email: g.Account.Email, Linked: g.Access == "",
	}}
	if g.Cookie != "" {
		out.Cookies = append(out.Cookies, a.sessionCookie(ctx, g.Cookie, g.Expires))
	}
	return out, nil
}

// providerCallback receives people who return from a provider, and redirects
// them to the web app. The target is fixed, whatever the query contains.
func (a *API) providerCallback(w http.ResponseWriter, r *http.Request) {
	provider := r.PathValue("provider")
	if _, err := a.Auth.Provider(provider); music.CodeOf(err) == music.NotFound {
		a.edge.WriteProblem(w, r, err)
		return
	}
	given, kept := r.URL.Query(), url.Values{}
	for _, name := range []string{"code", "state", "error"} {
		if value := given.Get(name); value != "" {
			kept.Set(name, value)
		}
	}
	if !kept.Has("code") && !kept.Has("error") {
		kept.Set("error", "missing_code")
	}
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, "/auth/"+provider+"/callback?"+kept.Encode(), http.StatusFound)
}

type unlinkIdentityInput struct {
	Provider string `path:"provider" maxLength:"32" doc:"ID of the provider."`
}

func (a *API) unlinkIdentity(ctx context.Context, in *unlinkIdentityInput) (*struct{}, error) {
	return nil, a.Auth.Unlink(ctx, edge.Viewer(ctx), in.Provider)
}
