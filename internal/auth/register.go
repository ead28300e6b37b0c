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
)

// Limits of what people may enter, in characters.
const (
	maxEmail    = 254
	maxName     = 150
	maxPassword = 128
)

// Registration is what a new person enters.
type Registration struct {
	Email, Password1, Password2, FirstName, LastName string
}

// Register creates an account. The first one is the operator's. Returns
// Invalid with the fields that break a rule; a taken e-mail is one of them.
func (a *Service) Register(ctx context.Context, r Registration) (*music.Account, error) {
	r.Email, r.FirstName, r.LastName = NormalizeEmail(r.Email), cleanName(r.FirstName), cleanName(r.LastName)
	if err := a.checkRegistration(r); err != nil {
		return nil, err
	}
	role := music.Listener
	if a.settings.Get().NewAccountsMayUpload {
		role = music.Creator
	}
	return a.create(ctx, r.Password1, music.Account{Email: r.Email, FirstName: r.FirstName, LastName: r.LastName, Role: role})
}

// Create makes an account with a role, for the operator's command line.
func (a *Service) Create(ctx context.Context, email, firstName, lastName, password string, role music.Role) (*music.Account, error) {
	r := Registration{Email: NormalizeEmail(email), FirstName: cleanName(firstName), LastName: cleanName(lastName), Password1: password, Password2: password}
	if err := a.checkRegistration(r); err != nil {
		return nil, err
	}
	return a.create(ctx, password, music.Account{Email: r.Email, FirstName: r.FirstName, LastName: r.LastName, Role: role})
}

func (a *Service) create(ctx context.Context, password string, account music.Account) (*music.Account, error) {
	hash, err := a.hashPassword(ctx, password)
	if err != nil {
		return nil, err
	}
	account.PasswordHash = hash
	account.CreatedAt = a.now()
	account.EmailNotifications, account.PushNotifications = true, true
	if err := a.store.CreateAccount(ctx, &account); err != nil {
		if music.CodeOf(err) == music.Conflict {
			taken := music.FieldErrors{}
			taken.Add("email", "A user is already registered with this e-mail address.")
			return nil, taken.Err()
		}
		return nil, fmt.Errorf("create account: %w", err)
	}
	return &account, nil
}

func (a *Service) checkRegistration(r Registration) error {
	f := music.FieldErrors{}
	checkEmail(f, r.Email)
	a.checkPasswordRules(f, "password1", r.Password1)
	switch {
	case r.Password2 == "":
		f.Add("password2", "This field is required.")
	case r.Password1 != "" && r.Password1 != r.Password2:
		f.Add("non_field_errors", "The two password fields didn't match.")
	}
	checkName(f, "first_name", r.FirstName)
	checkName(f, "last_name", r.LastName)
	return f.Err("email", "password1", "password2", "non_field_errors")
}

func checkEmail(f music.FieldErrors, email string) {
	if email == "" {
		f.Add("email", "This field is required.")
		return
	}
	parsed, err := mail.ParseAddress(email)
	if err != nil || parsed.Address != email || len(email) > maxEmail || strings.ContainsFunc(email, notPrintable) {
		f.Add("email", "Enter a valid email address.")
	}
}

func (a *Service) checkPasswordRules(f music.FieldErrors, field, password string) {
	least := a.settings.PasswordMinLength()
	if n := utf8.RuneCountInString(password); n > 0 && n < least {
		f.Add(field, fmt.Sprintf("This password is too short. It must contain at least %d characters.", least))
		return
	}
	checkPassword(f, field, password)
}

// checkPassword refuses what no account can have as its password.
func checkPassword(f music.FieldErrors, field, password string) {
	switch {
	case password == "":
		f.Add(field, "This field is required.")
	case utf8.RuneCountInString(password) > maxPassword:
		f.Add(field, fmt.Sprintf("This password is too long. It must contain at most %d characters.", maxPassword))
	case !utf8.ValidString(password) || strings.ContainsRune(password, 0):
		f.Add(field, "This password contains characters that are not allowed.")
	}
}

func checkName(f music.FieldErrors, field, name string) {
	switch {
	case utf8.RuneCountInString(name) > maxName:
		f.Add(field, fmt.Sprintf("Ensure this field has no more than %d characters.", maxName))
	case strings.ContainsFunc(name, notPrintable):
		f.Add(field, "Control characters are not allowed.")
	}
}

// NormalizeEmail is the form an address is stored and looked up in.
func NormalizeEmail(email string) string {
	return strings.ToLower(norm.NFC.String(strings.TrimSpace(email)))
}

func cleanName(name string) string { return norm.NFC.String(strings.TrimSpace(name)) }

func notPrintable(r rune) bool { return unicode.IsControl(r) || r == utf8.RuneError }
