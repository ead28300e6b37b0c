package auth

import (
	"context"
	"fmt"
	"net/mail"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"sonora/internal/music"
	"sonora/internal/people"
)

// Limits of text fields, in characters.
const (
	maxEmail    = 254
	maxName     = 150
	maxPassword = 128
)

// Registration is a request for a new account. Invitation is the secret of an
// invitation link, or "".
type Registration struct {
	Email, Password1, Password2, FirstName, LastName, Invitation string
}

var errClosed = music.NewError(music.Forbidden, "Registration is closed. Ask the operator for an account.").Coded(music.CodeRegistrationClosed)

// Register creates an account, or gives the one that waits to the person who was invited
// to it, and sends the mail that verifies its address. The first account becomes the
// operator's. It returns Invalid with the fields that
// break a rule, such as a taken email address, and Forbidden for a person who
// may not register.
func (a *Service) Register(ctx context.Context, r Registration) (*music.Account, error) {
	account, err := a.enter(ctx, r)
	if err != nil {
		return nil, err
	}
	if err := a.sendVerification(ctx, account); err != nil {
		// The account exists, and the person can request the mail again.
		a.log.Error("write verification mail failed", "account", account.ID, "error", err)
	}
	return account, nil
}

// enter returns the account of a person who registers.
func (a *Service) enter(ctx context.Context, r Registration) (*music.Account, error) {
	if r.Invitation != "" {
		account, _, err := a.waiting(ctx, r.Invitation)
		if err == nil {
			return a.join(ctx, account, r)
		}
		if music.CodeOf(err) != music.NotFound {
			return nil, fmt.Errorf("find the account of an invitation: %w", err)
		}
	}
	account, err := a.checkRegistration(r)
	if err != nil {
		return nil, err
	}
	if account.PasswordHash, err = a.hashPassword(ctx, r.Password1); err != nil {
		return nil, err
	}
	return a.enrol(ctx, account, r.Invitation)
}

// enrol creates an account for a person without one, if registration allows it.
func (a *Service) enrol(ctx context.Context, account *music.Account, invitation string) (*music.Account, error) {
	rules := a.settings.Get()
	account.Role = music.Listener
	if rules.NewAccountsMayUpload {
		account.Role = music.Creator
	}
	by := people.Admission{Open: rules.LetsEveryoneRegister()}
	if invitation != "" && rules.Registration != music.RegistrationClosed {
		by.Invitation = hashToken(invitation)
	}
	a.begin(account)
	if err := taken(a.store.RegisterAccount(ctx, account, by)); err != nil {
		if music.CodeOf(err) == music.Forbidden && rules.Registration == music.RegistrationClosed {
			return nil, errClosed
		}
		return nil, err
	}
	if err := a.note(ctx, people.Registered, account.ID, account.Email); err != nil {
		return nil, fmt.Errorf("record registration: %w", err)
	}
	return account, nil
}

// Create makes an account with a role, for the command line. Its address counts
// as verified, because the operator vouches for it.
func (a *Service) Create(ctx context.Context, email, firstName, lastName, password string, role music.Role) (*music.Account, error) {
	account, err := a.checkRegistration(Registration{Email: email, FirstName: firstName, LastName: lastName, Password1: password, Password2: password})
	if err != nil {
		return nil, err
	}
	if account.PasswordHash, err = a.hashPassword(ctx, password); err != nil {
		return nil, err
	}
	account.Role, account.VerifiedAt = role, a.now()
	a.begin(account)
	if err := taken(a.store.CreateAccount(ctx, account)); err != nil {
		return nil, err
	}
	if err := a.noteBy(ctx, people.ActorOperator, people.Registered, account.ID, account.Email); err != nil {
		return nil, fmt.Errorf("record registration: %w", err)
	}
	return account, nil
}

// begin sets the fields that every new account has.
func (a *Service) begin(account *music.Account) {
	account.CreatedAt = a.now()
	account.EmailNotifications, account.PushNotifications = true, true
}

// taken translates the store's error for a taken address.
func taken(err error) error {
	if music.CodeOf(err) == music.Conflict {
		return errTaken()
	}
	if err != nil {
		return fmt.Errorf("create account: %w", err)
	}
	return nil
}

// checkRegistration validates a registration and returns its account, without a
// password.
func (a *Service) checkRegistration(r Registration) (*music.Account, error) {
	account := &music.Account{Email: NormalizeEmail(r.Email), FirstName: cleanName(r.FirstName), LastName: cleanName(r.LastName)}
	f := music.FieldErrors{}
	checkEmail(f, account.Email)
	a.checkPasswords(f, r.Password1, r.Password2, account)
	f.CheckLine("first_name", account.FirstName, maxName)
	f.CheckLine("last_name", account.LastName, maxName)
	return account, f.Err("email", "password1", "password2", "non_field_errors")
}

func checkEmail(f music.FieldErrors, email string) {
	if email == "" {
		f.Add("email", "This field is required.")
		return
	}
	parsed, err := mail.ParseAddress(email)
	if err != nil || parsed.Address != email || len(email) > maxEmail || strings.ContainsFunc(email, invisible) || !music.IsHost(email[strings.LastIndexByte(email, '@')+1:]) {
		f.Add("email", "Enter a valid email address.")
	}
}

// invisible reports whether a character could make two different addresses look
// alike.
func invisible(r rune) bool {
	return notPrintable(r) || unicode.In(r, unicode.Cf, unicode.Variation_Selector)
}

// checkPasswordRules rejects passwords that are not allowed for the account.
func (a *Service) checkPasswordRules(f music.FieldErrors, field, password string, account *music.Account) {
	minimum := a.settings.PasswordMinLength()
	if n := utf8.RuneCountInString(password); n > 0 && n < minimum {
		f.Add(field, "This password is too short. It must contain at least %d characters.", minimum)
		return
	}
	checkPassword(f, field, password)
	a.checkCommon(f, field, password, account)
}

// checkPassword rejects passwords that no account can have.
func checkPassword(f music.FieldErrors, field, password string) {
	switch {
	case password == "":
		f.Add(field, "This field is required.")
	case utf8.RuneCountInString(password) > maxPassword:
		f.Add(field, "This password is too long. It must contain at most %d characters.", maxPassword)
	case !utf8.ValidString(password) || strings.ContainsRune(password, 0):
		f.Add(field, "This password contains characters that are not allowed.")
	}
}

// NormalizeEmail returns the form in which an address is stored and looked up.
// Addresses that differ only in case or character width are the same.
func NormalizeEmail(email string) string {
	return norm.NFKC.String(strings.ToLower(norm.NFKC.String(strings.TrimSpace(email))))
}

func cleanName(name string) string { return norm.NFC.String(strings.TrimSpace(name)) }

func notPrintable(r rune) bool { return unicode.IsControl(r) || r == utf8.RuneError }
