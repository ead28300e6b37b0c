package signin

import (
	"context"

	"sonora/internal/auth"
	"sonora/internal/edge"
)

type codeInput struct {
	Body struct {
		Challenge string `json:"challenge" doc:"The challenge from the response that asked for the second factor."`
		Code      string `json:"code" doc:"A code from the authenticator app, or a recovery code."`
	}
}

func (a *API) loginCode(ctx context.Context, in *codeInput) (*grantOutput, error) {
	grant, err := a.Auth.LoginCode(ctx, in.Body.Challenge, in.Body.Code)
	if err != nil {
		return nil, err
	}
	return a.grantOutput(ctx, grant), nil
}

type challengeInput struct {
	Body struct {
		Challenge string `json:"challenge" doc:"The challenge from the response that asked for the second factor."`
	}
}

// enrolmentJSON holds what an authenticator app needs.
type enrolmentJSON struct {
	Secret    string `json:"secret" doc:"The secret for typing in by hand."`
	URI       string `json:"uri" doc:"otpauth://…"`
	QR        string `json:"qr" doc:"The uri as a QR code in a data: URL."`
	Enrolment string `json:"enrolment" doc:"Send it back with a code from the app within ten minutes."`
}

func encodeEnrolment(e *auth.Enrolment) *edge.Secret[enrolmentJSON] {
	return edge.Secretly(enrolmentJSON{e.Secret, e.URI, e.QR, e.Sealed})
}

func (a *API) beginEnrol(ctx context.Context, in *challengeInput) (*edge.Secret[enrolmentJSON], error) {
	e, err := a.Auth.BeginEnrol(ctx, in.Body.Challenge)
	if err != nil {
		return nil, err
	}
	return encodeEnrolment(e), nil
}

type enrolInput struct {
	Body struct {
		Challenge string `json:"challenge" doc:"The challenge from the response that asked for the second factor."`
		Enrolment string `json:"enrolment" doc:"The enrolment from the start of the setup."`
		Code      string `json:"code" doc:"A code from the authenticator app."`
	}
}

func (a *API) enrol(ctx context.Context, in *enrolInput) (*grantOutput, error) {
	b := in.Body
	grant, codes, err := a.Auth.Enrol(ctx, b.Challenge, b.Enrolment, b.Code)
	if err != nil {
		return nil, err
	}
	out := a.grantOutput(ctx, grant)
	out.Body.RecoveryCodes = codes
	return out, nil
}

// passwordInput confirms the identity of the caller again.
type passwordInput struct {
	Body struct {
		Password string `json:"password,omitempty" doc:"The account's password; omit if it has none and you signed in a moment ago."`
	}
}

func (a *API) beginTOTP(ctx context.Context, in *passwordInput) (*edge.Secret[enrolmentJSON], error) {
	e, err := a.Auth.BeginTOTP(ctx, edge.Viewer(ctx), in.Body.Password)
	if err != nil {
		return nil, err
	}
	return encodeEnrolment(e), nil
}

type totpInput struct {
	Body struct {
		Enrolment string `json:"enrolment" doc:"The enrolment from the start of the setup."`
		Code      string `json:"code" doc:"A code from the authenticator app."`
	}
}

type recoveryCodesJSON struct {
	RecoveryCodes []string `json:"recoveryCodes" doc:"Shown only once."`
}

func (a *API) enableTOTP(ctx context.Context, in *totpInput) (*edge.Secret[recoveryCodesJSON], error) {
	codes, err := a.Auth.EnableTOTP(ctx, edge.Viewer(ctx), in.Body.Enrolment, in.Body.Code)
	if err != nil {
		return nil, err
	}
	return edge.Secretly(recoveryCodesJSON{codes}), nil
}

func (a *API) disableTOTP(ctx context.Context, in *passwordInput) (*edge.Body[edge.Detail], error) {
	if err := a.Auth.DisableTOTP(ctx, edge.Viewer(ctx), in.Body.Password); err != nil {
		return nil, err
	}
	return edge.Say("The authenticator app is off.")
}

func (a *API) makeRecoveryCodes(ctx context.Context, in *passwordInput) (*edge.Secret[recoveryCodesJSON], error) {
	codes, err := a.Auth.MakeRecoveryCodes(ctx, edge.Viewer(ctx), in.Body.Password)
	if err != nil {
		return nil, err
	}
	return edge.Secretly(recoveryCodesJSON{codes}), nil
}
