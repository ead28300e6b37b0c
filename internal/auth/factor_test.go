package auth

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"image/png"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"sonora/internal/mail"
	"sonora/internal/music"
	"sonora/internal/people"
)

// asks returns the challenge of a sign-in that requires one of these factors.
func asks(t *testing.T, err error, ways ...string) string {
	t.Helper()
	var e *music.Error
	if !errors.As(err, &e) || e.Code != music.Unauthenticated || fmt.Sprint(e.Fields["second_factor"]) != fmt.Sprint(ways) || len(e.Fields["challenge"]) != 1 {
		t.Fatalf("sign-in requires %v, want %v", err, ways)
	}
	return e.Fields["challenge"][0].String()
}

// challengeOf starts a sign-in.
func challengeOf(t *testing.T, a *Service, email string, ways ...string) string {
	t.Helper()
	_, err := a.Login(t.Context(), Credentials{email, password})
	return asks(t, err, ways...)
}

func viewerOf(t *testing.T, a *Service, g *Grant) music.Viewer {
	t.Helper()
	v, err := a.Bearer(t.Context(), g.Access)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// app is an authenticator app.
type app struct {
	t      *testing.T
	secret string
	clock  *clock
}

// at returns the code of a step relative to now.
func (p *app) at(steps int) string {
	p.t.Helper()
	code, err := totp.GenerateCode(p.secret, p.clock.now().Add(time.Duration(steps)*totpStep*time.Second))
	if err != nil {
		p.t.Fatal(err)
	}
	return code
}

// wrong returns a code that is invalid in all steps around now.
func (p *app) wrong() string {
	for _, code := range []string{"000000", "111111", "222222", "333333"} {
		if code != p.at(-1) && code != p.at(0) && code != p.at(1) {
			return code
		}
	}
	p.t.Fatal("found no invalid code")
	return ""
}

// turnOn sets up an authenticator app and waits until its code expires.
func turnOn(t *testing.T, a *Service, c *clock, g *Grant) (*app, []string) {
	t.Helper()
	v := viewerOf(t, a, g)
	e, err := a.BeginTOTP(t.Context(), v, password)
	if err != nil {
		t.Fatal(err)
	}
	p := &app{t, e.Secret, c}
	codes, err := a.EnableTOTP(t.Context(), v, e.Sealed, p.at(0))
	if err != nil {
		t.Fatal(err)
	}
	c.pass(2 * totpStep * time.Second)
	return p, codes
}

// told returns the content of the last mail about second factors.
func told(t *testing.T, a *Service) people.AuditKind {
	t.Helper()
	p, ok := a.mail.(*postman)
	if !ok {
		t.Fatalf("mail service is a %T, want *postman", a.mail)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, m := range slices.Backward(p.sent) {
		if m.Kind == mail.FactorChanged {
			return people.AuditKind(m.Detail)
		}
	}
	return ""
}

func TestSignInWithCode(t *testing.T) {
	a, _, c := open(t)
	g := signUp(t, a, "ada@example.com")
	other := login(t, a, "ada@example.com")
	phone, codes := turnOn(t, a, c, g)
	if len(codes) != 10 {
		t.Errorf("%d recovery codes", len(codes))
	}
	if _, err := a.Refresh(t.Context(), other.Refresh); err == nil {
		t.Error("another session is still valid")
	}
	if _, err := a.Refresh(t.Context(), g.Refresh); err != nil {
		t.Errorf("the session that turned it on: %v", err)
	}
	if got := told(t, a); got != people.FactorOn {
		t.Errorf("the mail says %q", got)
	}

	challenge := challengeOf(t, a, "ada@example.com", "totp", "recovery")
	_, err := a.LoginCode(t.Context(), challenge, phone.wrong())
	wantCode(t, "a wrong code", err, music.Invalid)
	if _, err := a.Bearer(t.Context(), challenge); err == nil {
		t.Error("the challenge is an access token")
	}
	if _, err := a.Cookie(t.Context(), challenge); err == nil {
		t.Error("the challenge is a cookie")
	}
	code := phone.at(0)
	in, err := a.LoginCode(t.Context(), challenge, code[:3]+" "+code[3:])
	if err != nil {
		t.Fatal(err)
	}
	viewerOf(t, a, in)
	_, err = a.LoginCode(t.Context(), challenge, phone.at(1))
	wantCode(t, "the challenge again", err, music.Unauthenticated)
	_, err = a.LoginCode(t.Context(), challengeOf(t, a, "ada@example.com", "totp", "recovery"), code)
	wantCode(t, "the code again", err, music.Invalid)
}

func TestCodesOfAdjacentSteps(t *testing.T) {
	a, _, c := open(t)
	phone, _ := turnOn(t, a, c, signUp(t, a, "ada@example.com"))
	for _, try := range []struct {
		steps int
		right bool
	}{{-2, false}, {2, false}, {-1, true}, {0, true}, {-1, false}, {1, true}, {0, false}} {
		_, err := a.LoginCode(t.Context(), challengeOf(t, a, "ada@example.com", "totp", "recovery"), phone.at(try.steps))
		if (err == nil) != try.right {
			t.Errorf("the code %d steps from now: %v", try.steps, err)
		}
	}
}

func TestOneCodeSignsInOnce(t *testing.T) {
	a, _, c := open(t)
	phone, _ := turnOn(t, a, c, signUp(t, a, "ada@example.com"))
	code := phone.at(0)
	var won atomic.Int32
	var wg sync.WaitGroup
	for range 8 {
		challenge := challengeOf(t, a, "ada@example.com", "totp", "recovery")
		wg.Go(func() {
			if _, err := a.LoginCode(t.Context(), challenge, code); err == nil {
				won.Add(1)
			}
		})
	}
	wg.Wait()
	if won.Load() != 1 {
		t.Errorf("%d of eight sign-ins succeeded with one code", won.Load())
	}
}

func TestGuessingCodes(t *testing.T) {
	a, db, c := open(t)
	phone, codes := turnOn(t, a, c, signUp(t, a, "ada@example.com"))
	guess := func(challenge, address, code string) error {
		_, err := a.LoginCode(WithDevice(t.Context(), Device{Address: address}), challenge, code)
		return err
	}
	first := challengeOf(t, a, "ada@example.com", "totp", "recovery")
	for range maxChallengeTries {
		wantCode(t, "a wrong code", guess(first, "198.51.100.1", phone.wrong()), music.Invalid)
	}
	wantCode(t, "the right code after five", guess(first, "198.51.100.1", phone.at(0)), music.Unauthenticated)

	for range maxFactorTries - maxChallengeTries - 1 {
		challenge := challengeOf(t, a, "ada@example.com", "totp", "recovery")
		wantCode(t, "a wrong code", guess(challenge, "203.0.113.9", "abcd-efgh-jkmn"), music.Invalid)
	}
	for what, code := range map[string]string{"code": phone.at(0), "recovery code": codes[0]} {
		err := guess(challengeOf(t, a, "ada@example.com", "totp", "recovery"), "192.0.2.77", code)
		wantCode(t, "the right "+what+" after ten", err, music.TooMany)
		var locked *music.Error
		if errors.As(err, &locked) && (locked.RetryAfter <= 14*time.Minute || locked.RetryAfter > lockOut) {
			t.Errorf("retry after %v", locked.RetryAfter)
		}
	}
	c.pass(lockOut + time.Second)
	if err := guess(challengeOf(t, a, "ada@example.com", "totp", "recovery"), "192.0.2.77", phone.at(0)); err != nil {
		t.Errorf("15 minutes later: %v", err)
	}
	if n, _, err := db.FailedLogins(t.Context(), factorTries(accountID(t, a, "ada@example.com")), time.Time{}); n != 0 || err != nil {
		t.Errorf("%d attempts are left, %v", n, err)
	}
}

func accountID(t *testing.T, a *Service, email string) string {
	t.Helper()
	account, err := a.store.AccountByEmail(t.Context(), email)
	if err != nil {
		t.Fatal(err)
	}
	return account.ID
}

func TestGuessingManyCodesAtOnce(t *testing.T) {
	a, _, c := open(t)
	phone, _ := turnOn(t, a, c, signUp(t, a, "ada@example.com"))
	wrong := phone.wrong()
	challenge := challengeOf(t, a, "ada@example.com", "totp", "recovery")
	var looked atomic.Int32
	var wg sync.WaitGroup
	for range 30 {
		wg.Go(func() {
			if _, err := a.LoginCode(t.Context(), challenge, wrong); music.CodeOf(err) == music.Invalid {
				looked.Add(1)
			}
		})
	}
	wg.Wait()
	if n := looked.Load(); n > maxChallengeTries {
		t.Errorf("%d codes were checked", n)
	}
}

func TestChallengeIsBoundToAccountAndExpires(t *testing.T) {
	a, db, c := open(t)
	ada, adasCodes := turnOn(t, a, c, signUp(t, a, "ada@example.com"))
	bob, _ := turnOn(t, a, c, signUp(t, a, "bob@example.com"))
	challenge := challengeOf(t, a, "bob@example.com", "totp", "recovery")
	_, err := a.LoginCode(t.Context(), challenge, ada.at(0))
	wantCode(t, "the code of another account", err, music.Invalid)
	_, err = a.LoginCode(t.Context(), challenge, adasCodes[0])
	wantCode(t, "the recovery code of another account", err, music.Invalid)
	_, err = a.BeginEnrol(t.Context(), challenge)
	wantCode(t, "another app at a sign-in that wants a code", err, music.Unauthenticated)
	c.pass(challengeLifetime)
	_, err = a.LoginCode(t.Context(), challenge, bob.at(0))
	wantCode(t, "five minutes later", err, music.Unauthenticated)

	challenge = challengeOf(t, a, "bob@example.com", "totp", "recovery")
	if err := db.ReplacePassword(t.Context(), accountID(t, a, "bob@example.com"), "another", "", time.Now()); err != nil {
		t.Fatal(err)
	}
	_, err = a.LoginCode(t.Context(), challenge, bob.at(0))
	wantCode(t, "after a change of the password", err, music.Unauthenticated)
	_, err = a.LoginCode(t.Context(), "no challenge", bob.at(0))
	wantCode(t, "what is no challenge", err, music.Unauthenticated)
}

func TestRecoveryCodes(t *testing.T) {
	a, _, c := open(t)
	g := signUp(t, a, "ada@example.com")
	_, codes := turnOn(t, a, c, g)
	v := viewerOf(t, a, g)
	use := func(code string) error {
		_, err := a.LoginCode(t.Context(), challengeOf(t, a, "ada@example.com", "totp", "recovery"), code)
		return err
	}
	if err := use(strings.ToUpper(strings.ReplaceAll(codes[0], "-", " "))); err != nil {
		t.Errorf("code in different spelling: %v", err)
	}
	if got := told(t, a); got != people.RecoveryCodeUsed {
		t.Errorf("the mail says %q", got)
	}
	wantCode(t, "used again", use(codes[0]), music.Invalid)
	if s, err := a.Security(t.Context(), v); err != nil || s.Factors.RecoveryCodes != 9 {
		t.Errorf("%+v, %v", s, err)
	}
	_, err := a.MakeRecoveryCodes(t.Context(), v, "wrong")
	wantCode(t, "new codes without the password", err, music.Invalid)
	fresh, err := a.MakeRecoveryCodes(t.Context(), v, password)
	if err != nil || len(fresh) != 10 {
		t.Fatalf("%v, %v", fresh, err)
	}
	wantCode(t, "an old code", use(codes[1]), music.Invalid)
	if err := use(fresh[9]); err != nil {
		t.Errorf("a new code: %v", err)
	}
	_, err = a.MakeRecoveryCodes(t.Context(), viewerOf(t, a, signUp(t, a, "bob@example.com")), password)
	wantCode(t, "codes without a factor", err, music.Conflict)
}

func TestRecoveryCodesHave120Bits(t *testing.T) {
	seen, letters := map[string]bool{}, map[rune]bool{}
	for range 50 {
		codes, hashes := newRecoveryCodes()
		for i, code := range codes {
			if len(code) != 29 || strings.Count(code, "-") != 5 || code[4] != '-' || seen[code] || !bytes.Equal(hashes[i], hashToken(plainCode(code))) {
				t.Errorf("code %q", code)
			}
			seen[code] = true
			for _, letter := range strings.ReplaceAll(code, "-", "") {
				letters[letter] = true
			}
		}
	}
	if len(letters) != 32 {
		t.Errorf("codes use %d letters", len(letters))
	}
	if got := plainCode(" OIL1-0abc "); got != "01110abc" {
		t.Errorf("codes contain ambiguous letters: %s", got)
	}
}

func TestSetUpAuthenticatorApp(t *testing.T) {
	a, _, c := open(t)
	v := viewerOf(t, a, signUp(t, a, "ada@example.com"))
	_, err := a.BeginTOTP(t.Context(), v, "wrong")
	wantCode(t, "without the password", err, music.Invalid)
	e, err := a.BeginTOTP(t.Context(), v, password)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(e.URI, "otpauth://totp/Sonora:ada@example.com?") || !strings.Contains(e.URI, "secret="+e.Secret) || len(e.Secret) != 32 {
		t.Errorf("address %s", e.URI)
	}
	file, ok := strings.CutPrefix(e.QR, "data:image/png;base64,")
	picture, err := png.Decode(base64.NewDecoder(base64.StdEncoding, strings.NewReader(file)))
	if !ok || err != nil || picture.Bounds().Dx() < 240 {
		t.Errorf("picture %v, %v", picture.Bounds(), err)
	}
	if strings.Contains(e.Sealed, e.Secret) {
		t.Error("the enrolment is not sealed")
	}

	phone := &app{t, e.Secret, c}
	bob := viewerOf(t, a, signUp(t, a, "bob@example.com"))
	_, err = a.EnableTOTP(t.Context(), bob, e.Sealed, phone.at(0))
	wantCode(t, "the enrolment of another account", err, music.Invalid)
	_, err = a.EnableTOTP(t.Context(), v, e.Sealed, phone.wrong())
	wantCode(t, "a wrong code", err, music.Invalid)
	_, err = a.EnableTOTP(t.Context(), v, "garbage", phone.at(0))
	wantCode(t, "no enrolment", err, music.Invalid)
	other := base64.RawURLEncoding.EncodeToString(a.box.Close([]byte(`{"account":"` + v.AccountID + `","secret":"` + e.Secret + `","expires":"9999-01-01T00:00:00Z"}`)))
	_, err = a.EnableTOTP(t.Context(), v, other, phone.at(0))
	wantCode(t, "something else that was sealed", err, music.Invalid)
	c.pass(enrolmentLifetime)
	_, err = a.EnableTOTP(t.Context(), v, e.Sealed, phone.at(0))
	wantCode(t, "ten minutes later", err, music.Invalid)
	if _, err := a.Login(t.Context(), Credentials{"ada@example.com", password}); err != nil {
		t.Errorf("factor after a failed enrolment: %v", err)
	}
}

func TestTurnOffAuthenticatorApp(t *testing.T) {
	a, _, c := open(t)
	g := signUp(t, a, "ada@example.com")
	phone, _ := turnOn(t, a, c, g)
	v := viewerOf(t, a, g)
	other, err := a.LoginCode(t.Context(), challengeOf(t, a, "ada@example.com", "totp", "recovery"), phone.at(0))
	if err != nil {
		t.Fatal(err)
	}
	wantCode(t, "without the password", a.DisableTOTP(t.Context(), v, "wrong"), music.Invalid)
	rulesOf(t, a).EnableTwoFactor = true
	wantCode(t, "where a factor is required", a.DisableTOTP(t.Context(), v, password), music.Conflict)
	rulesOf(t, a).EnableTwoFactor = false
	if err := a.DisableTOTP(t.Context(), v, password); err != nil {
		t.Fatal(err)
	}
	wantCode(t, "twice", a.DisableTOTP(t.Context(), v, password), music.NotFound)
	if _, err := a.Refresh(t.Context(), other.Refresh); err == nil {
		t.Error("another session is still valid")
	}
	if got := told(t, a); got != people.FactorOff {
		t.Errorf("the mail says %q", got)
	}
	login(t, a, "ada@example.com")
	if s, err := a.Security(t.Context(), v); err != nil || s.Factors.Any() || s.Factors.RecoveryCodes != 0 {
		t.Errorf("%+v, %v", s, err)
	}
}

func rulesOf(t *testing.T, a *Service) *rules {
	t.Helper()
	r, ok := a.settings.(*rules)
	if !ok {
		t.Fatalf("%T", a.settings)
	}
	return r
}

func TestRequiredFactorHasGracePeriod(t *testing.T) {
	a, _, c := open(t)
	v := viewerOf(t, a, signUp(t, a, "ada@example.com"))
	rulesOf(t, a).EnableTwoFactor = true
	began := c.now()
	login(t, a, "ada@example.com")
	s, err := a.Security(t.Context(), v)
	if due := began.Add(factorGrace); err != nil || !s.FactorRequired || s.Account.FactorDueAt.UnixMilli() != due.UnixMilli() {
		t.Errorf("%+v due %v, %v", s, s.Account.FactorDueAt, err)
	}
	c.pass(factorGrace - time.Minute)
	login(t, a, "ada@example.com")
	c.pass(time.Minute)
	challenge := challengeOf(t, a, "ada@example.com", "enrol")
	_, err = a.LoginCode(t.Context(), challenge, "000000")
	wantCode(t, "a code", err, music.Unauthenticated)

	e, err := a.BeginEnrol(t.Context(), challenge)
	if err != nil {
		t.Fatal(err)
	}
	another := challengeOf(t, a, "ada@example.com", "enrol")
	phone := &app{t, e.Secret, c}
	_, _, err = a.Enrol(t.Context(), challenge, e.Sealed, phone.wrong())
	wantCode(t, "a wrong code", err, music.Invalid)
	g, codes, err := a.Enrol(t.Context(), challenge, e.Sealed, phone.at(0))
	if err != nil || len(codes) != 10 {
		t.Fatalf("%v, %v", codes, err)
	}
	v = viewerOf(t, a, g)
	_, _, err = a.Enrol(t.Context(), challenge, e.Sealed, phone.at(1))
	wantCode(t, "the challenge again", err, music.Unauthenticated)
	_, _, err = a.Enrol(t.Context(), another, e.Sealed, phone.at(1))
	wantCode(t, "another challenge, from before", err, music.Unauthenticated)
	_, err = a.BeginEnrol(t.Context(), another)
	wantCode(t, "another app instead", err, music.Unauthenticated)
	challengeOf(t, a, "ada@example.com", "totp", "recovery")
	if s, err := a.Security(t.Context(), v); err != nil || !s.Account.FactorDueAt.IsZero() {
		t.Errorf("due %v, %v", s, err)
	}
	wantCode(t, "turning it off", a.DisableTOTP(t.Context(), v, password), music.Conflict)
}

func TestGracePeriodRestartsAfterRequirementWasLifted(t *testing.T) {
	a, _, c := open(t)
	signUp(t, a, "ada@example.com")
	rulesOf(t, a).EnableTwoFactor = true
	login(t, a, "ada@example.com")
	rulesOf(t, a).EnableTwoFactor = false
	c.pass(factorGrace)
	login(t, a, "ada@example.com")
	rulesOf(t, a).EnableTwoFactor = true
	login(t, a, "ada@example.com")
}

func TestOperatorClearsFactors(t *testing.T) {
	a, _, c := open(t)
	g := signUp(t, a, "ada@example.com")
	turnOn(t, a, c, g)
	if err := a.ClearFactors(t.Context(), g.Account.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Refresh(t.Context(), g.Refresh); err == nil {
		t.Error("a session is still valid")
	}
	login(t, a, "ada@example.com")
	wantCode(t, "nobody's", a.ClearFactors(t.Context(), "nobody"), music.NotFound)
}

func TestSessionsEndWhenTheFactorIsOverdue(t *testing.T) {
	a, _, c := open(t)
	g := signUp(t, a, "ada@example.com")
	a.settings.(*rules).EnableTwoFactor = true //nolint:forcetypeassert // open sets this type
	g, err := a.Refresh(t.Context(), g.Refresh)
	if err != nil {
		t.Fatalf("before the time has begun: %v", err)
	}
	for range 6 { // a week, a day at a time: sessions live for a day
		c.pass(23 * time.Hour)
		if g, err = a.Refresh(t.Context(), g.Refresh); err != nil {
			t.Fatalf("within the time: %v", err)
		}
	}
	for range 2 {
		c.pass(23 * time.Hour)
		next, refused := a.Refresh(t.Context(), g.Refresh)
		if err = refused; err != nil {
			break
		}
		g = next
	}
	wantCode(t, "after it", err, music.Unauthenticated)
	_, err = a.Login(t.Context(), Credentials{"ada@example.com", password})
	asks(t, err, "enrol")
}
