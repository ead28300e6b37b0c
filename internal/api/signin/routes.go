package signin

import (
	_ "embed"

	"sonora/internal/edge"
)

//go:embed operations.md
var operations string

func (a *API) routes(e *edge.Edge) {
	e.Describe(operations)

	// Signing in
	edge.Post(e, "/api/auth/register", "register", "Create an account", edge.Anyone, a.register, edge.Created, edge.Lenient, edge.Throttled(edge.SignIn), edge.NoStore)
	edge.Post(e, "/api/auth/login", "login", "Sign in", edge.Anyone, a.login, edge.Lenient, edge.Throttled(edge.SignIn), edge.NoStore, edge.Refuses(401, 429), edge.Continues)
	edge.Post(e, "/api/auth/token/refresh", "refresh", "Exchange a refresh token for new tokens", edge.Anyone, a.refresh, edge.Lenient, edge.Throttled(edge.Refresh), edge.NoStore, edge.Refuses(401), edge.Continues)
	edge.Post(e, "/api/auth/logout", "logout", "Sign out", edge.Anyone, a.logout, edge.Lenient, edge.NoStore, edge.Lasts)
	edge.Post(e, "/api/auth/register/legacy", "registerAndSignIn", "Create an account and sign in, for older clients", edge.Anyone, a.registerAndSignIn, edge.Created, edge.Lenient, edge.Throttled(edge.SignIn), edge.NoStore, edge.Refuses(401))
	edge.Get(e, "/api/auth/user", "currentUser", "Get the signed-in account", edge.Member, a.currentUser, edge.NoStore)
	edge.Get(e, "/api/auth", "endpoints", "List the addresses for signing in", edge.Anyone, a.endpoints)

	// Signing in with an identity provider
	edge.Get(e, "/api/auth/providers", "providers", "List identity providers", edge.Anyone, a.providers, edge.NoStore)
	edge.Get(e, "/api/auth/google", "google", "Get whether sign-in with Google is set up", edge.Anyone, a.google, a.fromOwnPages, edge.NoStore)
	edge.Post(e, "/api/auth/{provider}/start", "beginProviderLogin", "Start a sign-in with a provider, or link your account if the request has a bearer token", edge.Anyone, a.beginProviderLogin, edge.Lenient, a.fromOwnPages, edge.Throttled(edge.SignIn), edge.NoStore, edge.Refuses(409), edge.Continues)
	edge.Post(e, "/api/auth/{provider}/login", "providerLogin", "Finish a sign-in with a provider", edge.Anyone, a.providerLogin, edge.Lenient, a.fromOwnPages, a.oneAttempt, edge.Throttled(edge.SignIn), edge.NoStore, edge.Refuses(401, 409), edge.Continues)
	edge.Remove(e, "/api/account/identities/{provider}", "unlinkIdentity", "Disconnect your account from a provider", edge.Person, a.unlinkIdentity, edge.Refuses(409))

	// Links in mails, passwords and addresses
	edge.Post(e, "/api/auth/verify", "verifyEmail", "Verify an email address with the token of a link", edge.Anyone, a.verify, edge.Lenient, edge.Throttled(edge.SignIn), edge.NoStore)
	edge.Post(e, "/api/auth/verify/resend", "resendVerification", "Send the verification link again", edge.Anyone, a.resendVerification, edge.Lenient, edge.Throttled(edge.SignIn), edge.NoStore)
	edge.Post(e, "/api/auth/password/forgot", "forgotPassword", "Request a link to choose a new password", edge.Anyone, a.forgotPassword, edge.Lenient, edge.Throttled(edge.SignIn), edge.NoStore)
	edge.Post(e, "/api/auth/password/reset", "resetPassword", "Choose a new password with the token of a link", edge.Anyone, a.resetPassword, edge.Lenient, edge.Throttled(edge.SignIn), edge.NoStore)
	edge.Post(e, "/api/auth/email/confirm", "confirmEmail", "Confirm a change of email address with the token of a link", edge.Anyone, a.confirmEmail, edge.Lenient, edge.Throttled(edge.SignIn), edge.NoStore)
	edge.Post(e, "/api/auth/invitation", "invitation", "Check whether an invitation is valid", edge.Anyone, a.invitation, edge.Lenient, edge.Throttled(edge.SignIn), edge.NoStore, edge.Refuses(404))
	edge.Post(e, "/api/account/password", "changePassword", "Change your password", edge.Person, a.changePassword, edge.Lenient)
	edge.Post(e, "/api/account/email", "changeEmail", "Change your email address", edge.Person, a.changeEmail, edge.Lenient)
	edge.Remove(e, "/api/account/email", "cancelEmail", "Cancel the change of your email address", edge.Person, a.cancelEmail)

	// The second factor, and signing in without a password
	edge.Post(e, "/api/auth/login/code", "loginCode", "Finish a sign-in with a code", edge.Anyone, a.loginCode, edge.Lenient, edge.Throttled(edge.SignIn), edge.NoStore, edge.Refuses(401, 429), edge.Continues)
	edge.Post(e, "/api/auth/login/enrol/begin", "beginEnrol", "Start to set up the second factor that a sign-in requires", edge.Anyone, a.beginEnrol, edge.Lenient, edge.Throttled(edge.SignIn), edge.NoStore, edge.Refuses(401), edge.Continues)
	edge.Post(e, "/api/auth/login/enrol", "enrol", "Set up the second factor that a sign-in requires, and finish the sign-in", edge.Anyone, a.enrol, edge.Lenient, edge.Throttled(edge.SignIn), edge.NoStore, edge.Refuses(401), edge.Lasts)
	edge.Post(e, "/api/auth/passkeys/login/begin", "beginPasskeyLogin", "Start a sign-in with a passkey", edge.Anyone, a.beginPasskeyLogin, edge.Lenient, edge.Throttled(edge.SignIn), edge.NoStore, edge.Refuses(401), edge.Continues)
	edge.Post(e, "/api/auth/passkeys/login", "passkeyLogin", "Finish a sign-in with a passkey", edge.Anyone, a.passkeyLogin, edge.Lenient, edge.Throttled(edge.SignIn), edge.NoStore, edge.Refuses(401), edge.Continues)
	edge.Get(e, "/api/account/security", "security", "Get the ways in which you can sign in", edge.Person, a.security)
	edge.Post(e, "/api/account/totp/begin", "beginTOTP", "Start to set up an authenticator app", edge.Person, a.beginTOTP)
	edge.Post(e, "/api/account/totp", "enableTOTP", "Turn on the authenticator app", edge.Person, a.enableTOTP)
	edge.Post(e, "/api/account/totp/off", "disableTOTP", "Turn off the authenticator app", edge.Person, a.disableTOTP, edge.Refuses(409))
	edge.Post(e, "/api/account/recovery-codes", "makeRecoveryCodes", "Generate new recovery codes", edge.Person, a.makeRecoveryCodes, edge.Refuses(409))
	edge.Post(e, "/api/account/passkeys/begin", "beginPasskey", "Start to add a passkey", edge.Person, a.beginPasskey)
	edge.Post(e, "/api/account/passkeys", "addPasskey", "Add a passkey", edge.Person, a.addPasskey, edge.Created, edge.Refuses(409))
	edge.Put(e, "/api/account/passkeys/{id}", "renamePasskey", "Rename a passkey", edge.Person, a.renamePasskey)
	edge.Remove(e, "/api/account/passkeys/{id}", "removePasskey", "Remove a passkey", edge.Person, a.removePasskey, edge.Refuses(409))

	// Devices, security events and API keys
	edge.Get(e, "/api/account/sessions", "sessions", "List signed-in devices", edge.Person, a.sessions)
	edge.Remove(e, "/api/account/sessions", "endOtherSessions", "Sign out all other devices", edge.Person, a.endOtherSessions, edge.Lasts)
	edge.Put(e, "/api/account/sessions/{id}", "renameSession", "Name a signed-in device", edge.Person, a.renameSession)
	edge.Remove(e, "/api/account/sessions/{id}", "endSession", "Sign out a device", edge.Person, a.endSession, edge.Lasts)
	edge.Post(e, "/api/account/sessions/end", "endSessions", "Sign out everywhere, including here", edge.Person, a.endSessions, edge.Lasts)
	edge.Get(e, "/api/account/events", "ownEvents", "List the security events of your account, newest first", edge.Person, a.ownEvents)
	edge.Get(e, "/api/account/api-keys", "apiKeys", "List API keys", edge.Person, a.apiKeys)
	edge.Post(e, "/api/account/api-keys", "makeAPIKey", "Create an API key", edge.Person, a.makeAPIKey, edge.Created, edge.Refuses(409))
	edge.Remove(e, "/api/account/api-keys/{id}", "revokeAPIKey", "Revoke an API key", edge.Person, a.revokeAPIKey)

	// The operator
	edge.Get(e, "/api/admin/invitations", "invitations", "List invitations", edge.Admin, a.invitations)
	edge.Post(e, "/api/admin/invitations", "invite", "Create an invitation", edge.Admin, a.invite, edge.Created)
	edge.Remove(e, "/api/admin/invitations/{id}", "uninvite", "Revoke an invitation", edge.Admin, a.uninvite)
	edge.Get(e, "/api/admin/users/{id}/api-keys", "userAPIKeys", "List the API keys of an account", edge.Admin, a.userAPIKeys)
	edge.Remove(e, "/api/admin/users/{id}/api-keys/{key}", "revokeUserAPIKey", "Revoke an API key of an account", edge.Admin, a.revokeUserAPIKey)
	edge.Get(e, "/api/admin/events", "securityEvents", "List the audit log, newest first", edge.Admin, a.allEvents)

	// Redirects
	e.Handle("GET /api/logout", a.logoutPage)
	e.Handle("GET /api/auth/{provider}/callback", a.providerCallback, edge.NoStore)
}
