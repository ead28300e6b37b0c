package auth

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"strings"
	"time"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/hotp"
	"github.com/pquerna/otp/totp"

	"sonora/internal/music"
	"sonora/internal/people"
)

const (
	totpStep          = 30 // seconds, as in every authenticator app (RFC 6238)
	enrolmentLifetime = 10 * time.Minute
	enrolmentPurpose  = "authenticator app"
	qrSize            = 288 // pixels, without the margin
	qrMargin          = 24  // pixels of white on each side, which scanners need
)

// Enrolment holds what an authenticator app needs. Nothing is stored until a
// code of the app is returned with Sealed.
type Enrolment struct {
	Secret string // to type in
	URI    string // otpauth://…
	QR     string // QR code of URI, a data: URL
	Sealed string
}

// enrolment is the content of Sealed.
type enrolment struct {
	Purpose   string    `json:"purpose"`
	AccountID string    `json:"account"`
	Secret    string    `json:"secret"`
	Expires   time.Time `json:"expires"`
}

var errEnrolmentOver = music.NewError(music.Invalid, "Setting up took too long. Start again.")

// BeginTOTP starts to set up an authenticator app, which may replace another.
// It returns the errors of Confirm.
func (a *Service) BeginTOTP(ctx context.Context, v music.Viewer, password string) (*Enrolment, error) {
	account, err := a.Confirm(ctx, v, password)
	if err != nil {
		return nil, err
	}
	return a.newEnrolment(account)
}

// EnableTOTP enables the authenticator app if the code is correct, ends other
// sessions and returns new recovery codes.
func (a *Service) EnableTOTP(ctx context.Context, v music.Viewer, sealed, code string) ([]string, error) {
	account, err := a.store.AccountByID(ctx, v.AccountID)
	if err != nil {
		return nil, fmt.Errorf("find the account: %w", err)
	}
	return a.enable(ctx, account, v.SessionID, sealed, code)
}

// BeginEnrol starts to set up an authenticator app during a sign-in that
// requires one.
func (a *Service) BeginEnrol(ctx context.Context, challenge string) (*Enrolment, error) {
	account, err := a.enrolling(ctx, hashToken(challenge))
	if err != nil {
		return nil, err
	}
	return a.newEnrolment(account)
}

// enrolling returns the account of a sign-in that requires a second factor. It
// returns an error if the account has one meanwhile, because a person with only
// the password must not replace it.
func (a *Service) enrolling(ctx context.Context, challenge []byte) (*music.Account, error) {
	account, err := a.challenged(ctx, enrolChallenge, challenge)
	if err != nil {
		return nil, err
	}
	f, err := a.store.Factors(ctx, account.ID)
	if err != nil {
		return nil, fmt.Errorf("read second factors: %w", err)
	}
	if f.Any() {
		return nil, errChallengeOver
	}
	return account, nil
}

// Enrol enables the authenticator app and finishes the sign-in. Wrong codes are
// not counted, because the person knows the secret.
func (a *Service) Enrol(ctx context.Context, token, sealed, code string) (*Grant, []string, error) {
	challenge := hashToken(token)
	account, err := a.enrolling(ctx, challenge)
	if err != nil {
		return nil, nil, err
	}
	codes, err := a.enable(ctx, account, "", sealed, code)
	if err != nil {
		return nil, nil, err
	}
	if err := a.useChallenge(ctx, enrolChallenge, challenge); err != nil {
		return nil, nil, err
	}
	grant, err := a.admit(ctx, account, byFactor)
	return grant, codes, err
}

// DisableTOTP disables the authenticator app. It returns NotFound if it is
// disabled already, and Conflict if a second factor is required and this is the
// last.
func (a *Service) DisableTOTP(ctx context.Context, v music.Viewer, password string) error {
	account, err := a.Confirm(ctx, v, password)
	if err != nil {
		return err
	}
	if err := a.store.ClearTOTP(ctx, account.ID, a.settings.Get().EnableTwoFactor); err != nil {
		return fmt.Errorf("disable authenticator app: %w", err)
	}
	return a.factorChanged(ctx, account, v.SessionID, people.FactorOff, "")
}

func (a *Service) newEnrolment(account *music.Account) (*Enrolment, error) {
	// A colon would end the issuer in the URI.
	issuer := strings.TrimSpace(strings.ReplaceAll(a.settings.Get().SiteName, ":", " "))
	if issuer == "" {
		issuer = music.ProductName
	}
	key, err := totp.Generate(totp.GenerateOpts{Issuer: issuer, AccountName: account.Email})
	if err != nil {
		return nil, fmt.Errorf("create TOTP secret: %w", err)
	}
	qr, err := picture(key)
	if err != nil {
		return nil, fmt.Errorf("draw a QR code: %w", err)
	}
	blob, err := json.Marshal(enrolment{enrolmentPurpose, account.ID, key.Secret(), a.now().Add(enrolmentLifetime)})
	if err != nil {
		return nil, fmt.Errorf("store TOTP secret: %w", err)
	}
	sealed := base64.RawURLEncoding.EncodeToString(a.box.Close(blob))
	return &Enrolment{Secret: key.Secret(), URI: key.URL(), QR: qr, Sealed: sealed}, nil
}

func picture(key *otp.Key) (string, error) {
	code, err := key.Image(qrSize, qrSize)
	if err != nil {
		return "", err
	}
	page := image.NewGray(image.Rect(0, 0, qrSize+2*qrMargin, qrSize+2*qrMargin))
	draw.Draw(page, page.Rect, image.White, image.Point{}, draw.Src)
	draw.Draw(page, image.Rect(qrMargin, qrMargin, qrMargin+qrSize, qrMargin+qrSize), code, code.Bounds().Min, draw.Src)
	var file bytes.Buffer
	if err := png.Encode(&file, page); err != nil {
		return "", err
	}
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(file.Bytes()), nil
}

// enable stores the secret of an enrolment if the code is correct.
func (a *Service) enable(ctx context.Context, account *music.Account, keepSession, sealed, code string) ([]string, error) {
	secret, err := a.openEnrolment(account.ID, sealed)
	if err != nil {
		return nil, err
	}
	step, right := stepOf(secret, plainCode(code), a.now())
	if !right {
		return nil, wrongCode()
	}
	codes, hashes := newRecoveryCodes()
	if err := a.store.SetTOTP(ctx, account.ID, a.box.Close([]byte(secret)), step, a.now(), hashes); err != nil {
		return nil, fmt.Errorf("enable authenticator app: %w", err)
	}
	return codes, a.factorChanged(ctx, account, keepSession, people.FactorOn, "")
}

// openEnrolment unseals the secret of an account's enrolment.
func (a *Service) openEnrolment(accountID, sealed string) (string, error) {
	blob, err := base64.RawURLEncoding.DecodeString(sealed)
	if err != nil {
		return "", errEnrolmentOver.Because(err)
	}
	if blob, err = a.box.Open(blob); err != nil {
		return "", errEnrolmentOver.Because(err)
	}
	var e enrolment
	if err := json.Unmarshal(blob, &e); err != nil {
		return "", errEnrolmentOver.Because(err)
	}
	if e.Purpose != enrolmentPurpose || e.AccountID != accountID || !a.now().Before(e.Expires) {
		return "", errEnrolmentOver
	}
	return e.Secret, nil
}

// checkTOTP reports whether a code is correct, and consumes its step so that it
// works only once.
func (a *Service) checkTOTP(ctx context.Context, accountID, code string) (bool, error) {
	sealed, err := a.store.TOTP(ctx, accountID)
	if music.CodeOf(err) == music.NotFound {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("read TOTP secret: %w", err)
	}
	secret, err := a.box.Open(sealed)
	if err != nil {
		a.log.Error("check code failed: secret.key differs from the one with which codes were set up", "account", accountID, "error", err)
		return false, errUnreadable()
	}
	step, right := stepOf(string(secret), code, a.now())
	if !right {
		return false, nil
	}
	fresh, err := a.store.TakeTOTPStep(ctx, accountID, step)
	if err != nil {
		return false, fmt.Errorf("use code: %w", err)
	}
	return fresh, nil
}

func errUnreadable() error {
	f := music.FieldErrors{}
	f.Add("code", "This server cannot check codes any more. Use a recovery code, or ask its operator.")
	return f.Err()
}

// stepOf returns the time step of a code: the current step or one next to it,
// because clocks differ and people type slowly.
func stepOf(secret, code string, now time.Time) (int64, bool) {
	present := now.Unix() / totpStep
	for _, step := range []int64{present, present - 1, present + 1} {
		right, err := hotp.ValidateCustom(code, uint64(step), secret, hotp.ValidateOpts{Digits: otp.DigitsSix, Algorithm: otp.AlgorithmSHA1})
		if err == nil && right {
			return step, true
		}
	}
	return 0, false
}

func isTOTP(code string) bool {
	return len(code) == int(otp.DigitsSix) && strings.Trim(code, "0123456789") == ""
}
