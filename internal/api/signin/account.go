package signin

import (
	"cmp"
	"context"
	"net/http"
	"time"

	"sonora/internal/api/things"
	"sonora/internal/auth"
	"sonora/internal/edge"
	"sonora/internal/music"
)

type registerInput struct {
	Body struct {
		Email     string `json:"email" doc:"Email address, with which you sign in."`
		Password1 string `json:"password1" doc:"The password."`
		Password2 string `json:"password2" doc:"The password again."`
		FirstName string `json:"first_name,omitempty" doc:"First name."`
		LastName  string `json:"last_name,omitempty" doc:"Last name."`

		Invitation string `json:"invitation,omitempty" doc:"The secret in the link of an invitation."`
	}
}

type registeredJSON struct {
	Detail string          `json:"detail" doc:"What to do next, in one sentence."`
	User   things.UserJSON `json:"user" doc:"The new account."`
}

func (a *API) register(ctx context.Context, in *registerInput) (*edge.Body[registeredJSON], error) {
	b := in.Body
	account, err := a.Auth.Register(ctx, auth.Registration{
		Email: b.Email, Password1: b.Password1, Password2: b.Password2, FirstName: b.FirstName, LastName: b.LastName, Invitation: b.Invitation,
	})
	if err != nil {
		return nil, err
	}
	detail := "Your account has been created."
	if a.Auth.Delivers() {
		detail = "Verification e-mail sent."
	}
	return edge.Reply(registeredJSON{Detail: detail, User: things.EncodeUser(account)})
}

// legacyRegisterInput accepts both spellings of the name fields, and a password
// that may be repeated.
type legacyRegisterInput struct {
	Body struct {
		Email        string `json:"email" doc:"Email address."`
		Password     string `json:"password,omitempty" doc:"The password, unless it is in password1."`
		Password1    string `json:"password1,omitempty" doc:"The password."`
		Password2    string `json:"password2,omitempty" doc:"The password again; may be omitted."`
		FirstName    string `json:"firstName,omitempty" doc:"First name."`
		LastName     string `json:"lastName,omitempty" doc:"Last name."`
		FirstNameOld string `json:"first_name,omitempty" doc:"The same as firstName."`
		LastNameOld  string `json:"last_name,omitempty" doc:"The same as lastName."`
		Invitation   string `json:"invitation,omitempty" doc:"The secret in the link of an invitation."`
	}
}

func (a *API) registerAndSignIn(ctx context.Context, in *legacyRegisterInput) (*grantOutput, error) {
	b := in.Body
	password := cmp.Or(b.Password, b.Password1)
	account, err := a.Auth.Register(ctx, auth.Registration{
		Email: b.Email, Password1: password, Password2: cmp.Or(b.Password2, b.Password),
		FirstName: cmp.Or(b.FirstName, b.FirstNameOld), LastName: cmp.Or(b.LastName, b.LastNameOld),
		Invitation: b.Invitation,
	})
	if err != nil {
		return nil, err
	}
	grant, err := a.Auth.Login(ctx, auth.Credentials{Email: b.Email, Password: password})
	if music.CodeOf(err) == music.Unauthenticated {
		// The account exists but cannot be used yet.
		return &grantOutput{Cookie: a.sessionCookie(ctx, "", time.Time{}), Caching: "no-store", Body: grantJSON{User: things.EncodeUser(account)}}, nil
	}
	if err != nil {
		return nil, err
	}
	return a.grantOutput(ctx, grant), nil
}

type loginInput struct {
	Body struct {
		Email    string `json:"email" doc:"Email address of the account."`
		Password string `json:"password" doc:"Password of the account."`
	}
}

// grantJSON serves clients that use tokens (access, refresh) and older ones
// (user, token).
type grantJSON struct {
	Access  string          `json:"access" doc:"Empty, like refresh, if a new account must first verify its address."`
	Refresh string          `json:"refresh" doc:"Refresh token, which works once."`
	Token   string          `json:"token" doc:"The same as access."`
	User    things.UserJSON `json:"user" doc:"The account."`

	RecoveryCodes []string `json:"recoveryCodes,omitempty" doc:"Shown only once, when a sign-in set up a second factor."`
}

type grantOutput struct {
	Cookie  http.Cookie `header:"Set-Cookie" doc:"The session cookie."`
	Caching string      `header:"Cache-Control" doc:"Always no-store."`
	Body    grantJSON
}

func (a *API) login(ctx context.Context, in *loginInput) (*grantOutput, error) {
	grant, err := a.Auth.Login(ctx, auth.Credentials{Email: in.Body.Email, Password: in.Body.Password})
	if err != nil {
		return nil, err
	}
	return a.grantOutput(ctx, grant), nil
}

func (a *API) grantOutput(ctx context.Context, g *auth.Grant) *grantOutput {
	return &grantOutput{
		Cookie: a.sessionCookie(ctx, g.Cookie, g.Expires), Caching: "no-store",
		Body: grantJSON{Access: g.Access, Refresh: g.Refresh, Token: g.Access, User: things.EncodeUser(g.Account)},
	}
}

// sessionCookie returns the cookie that authenticates media requests and clients
// without tokens. An empty value deletes it.
func (a *API) sessionCookie(ctx context.Context, value string, expires time.Time) http.Cookie {
	c := http.Cookie{Name: edge.SessionCookie, Value: value, Path: "/", HttpOnly: true, Secure: edge.IsSecure(ctx), SameSite: http.SameSiteLaxMode, Expires: expires}
	if value == "" {
		c.MaxAge, c.Expires = -1, time.Time{}
	}
	return c
}

type refreshInput struct {
	Body struct {
		Refresh string `json:"refresh" doc:"The latest refresh token of the session."`
	}
}

func (a *API) refresh(ctx context.Context, in *refreshInput) (*grantOutput, error) {
	if in.Body.Refresh == "" {
		missing := music.FieldErrors{}
		missing.Add("refresh", "This field is required.")
		return nil, missing.Err()
	}
	grant, err := a.Auth.Refresh(ctx, in.Body.Refresh)
	if err != nil {
		return nil, err
	}
	return a.grantOutput(ctx, grant), nil
}

type logoutInput struct {
	Body *struct {
		Refresh string `json:"refresh,omitempty" doc:"Refresh token of the session to end; that of the cookie if omitted."`
	}
}

type logoutOutput struct {
	Cookie http.Cookie `header:"Set-Cookie" doc:"Removes the session cookie."`
	Body   edge.Detail
}

func (a *API) logout(ctx context.Context, in *logoutInput) (*logoutOutput, error) {
	refresh := ""
	if in.Body != nil {
		refresh = in.Body.Refresh
	}
	if err := a.Auth.Logout(ctx, edge.Viewer(ctx), refresh); err != nil {
		return nil, err
	}
	return &logoutOutput{Cookie: a.sessionCookie(ctx, "", time.Time{}), Body: edge.Detail{Detail: "Successfully logged out."}}, nil
}

// logoutPage signs out people whose client has no tokens. It is a link and not an
// API call. Other sites and browsers that prefetch pages cannot use it.
func (a *API) logoutPage(w http.ResponseWriter, r *http.Request) {
	foreign := r.Header.Get("Sec-Fetch-Site") == "cross-site"
	ahead := r.Header.Get("Sec-Purpose") != "" || r.Header.Get("Purpose") == "prefetch"
	if !foreign && !ahead {
		if err := a.Auth.Logout(r.Context(), edge.Viewer(r.Context()), ""); err != nil {
			a.edge.WriteProblem(w, r, err)
			return
		}
		cookie := a.sessionCookie(r.Context(), "", time.Time{})
		http.SetCookie(w, &cookie)
	}
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, "/login", http.StatusFound)
}

func (a *API) currentUser(ctx context.Context, _ *struct{}) (*edge.Body[things.UserJSON], error) {
	account, err := a.Store.AccountByID(ctx, edge.Viewer(ctx).AccountID)
	if music.CodeOf(err) == music.NotFound {
		return nil, music.ErrUnauthenticated
	}
	if err != nil {
		return nil, err
	}
	return edge.Reply(things.EncodeUser(account))
}
