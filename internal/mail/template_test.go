package mail_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"sonora/internal/mail"
	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/testkit"
)

// kinds lists all kinds and whether they have a link.
var kinds = map[mail.Kind]bool{
	mail.Verify: true, mail.Welcome: true, mail.ResetPassword: true, mail.NoAccount: true, mail.PasswordChanged: true,
	mail.ChangeEmailOld: true, mail.ChangeEmailNew: true, mail.EmailChanged: false, mail.NewDevice: true, mail.FactorChanged: true,
	mail.SessionsEnded: true, mail.Deletion: true, mail.Deleted: false, mail.ExportReady: true, mail.Invitation: true, mail.PlanEnded: true, mail.FamilyInvited: true, mail.Test: false, mail.Digest: true, mail.Alert: true,
}

var (
	leftovers = regexp.MustCompile(`\{\{|\}\}|<no value>|%!|  |ZgotmplZ| [.,]\s`)
	tags      = regexp.MustCompile(`<[^>]*>`)
)

func TestEveryKindInEveryLanguage(t *testing.T) {
	o := open(t, nil)
	for _, language := range music.Languages {
		for kind, linked := range kinds {
			o.send(t, mail.Message{
				Kind: kind, Name: "Ana", Language: language, Link: "https://music.example/x#y", Expires: o.now.Add(time.Hour),
				Device: music.Say("%s on %s", "Firefox", "Linux"), Address: "192.0.2.1", At: o.now, Detail: "new@example.com", Items: []string{"Nina: a new track."},
			})
			m := o.newest(t)
			if m.Kind != string(kind) || m.Language != language || m.Subject == "" || m.Recipient != "ana@example.com" {
				t.Errorf("%s in %s: %+v", kind, language, m)
			}
			checkParts(t, &m, linked)
		}
	}
}

func (o *office) newest(t *testing.T) people.Mail {
	t.Helper()
	list, err := o.store.Mails(t.Context(), 1)
	if err != nil || len(list) != 1 {
		t.Fatalf("%d messages, %v", len(list), err)
	}
	return list[0]
}

func checkParts(t *testing.T, m *people.Mail, linked bool) {
	t.Helper()
	greeting := map[string]string{"en": "Hello Ana,", "es": "Hola, Ana:"}[m.Language]
	html := strings.TrimSpace(tags.ReplaceAllString(m.HTML, ""))
	for part, text := range map[string]string{"subject": m.Subject, "text": m.Text, "HTML": html} {
		if bad := leftovers.FindString(text); bad != "" {
			t.Errorf("%s in %s: the %s holds %q:\n%s", m.Kind, m.Language, part, bad, text)
		}
		if part == "subject" {
			continue
		}
		if strings.Contains(text, "https://music.example/x#y") != linked {
			t.Errorf("%s in %s: is a link in the %s? Want %v", m.Kind, m.Language, part, linked)
		}
		for _, want := range []string{greeting, "Sonora, https://music.example."} {
			if !strings.Contains(text, want) {
				t.Errorf("%s in %s: no %q in the %s:\n%s", m.Kind, m.Language, want, part, text)
			}
		}
	}
	if !strings.Contains(m.HTML, `<html lang="`+m.Language+`">`) || strings.Contains(m.HTML, "<img") {
		t.Errorf("%s in %s:\n%s", m.Kind, m.Language, m.HTML)
	}
}

func TestWords(t *testing.T) {
	o := open(t, nil)
	o.settings.Timezone = "Europe/Madrid"
	m := mail.Message{Name: "Ana", Expires: o.now, At: o.now, Device: music.Say("%s on %s", "Safari", "iPhone"), Address: "192.0.2.1", Detail: string(people.PasskeyAdded)}
	for _, test := range []struct {
		kind     mail.Kind
		language string
		want     []string
	}{
		{mail.Verify, "en", []string{"Verify your email address", "The link works once, until 14 March 2026, 16:09 CET."}},
		{mail.Verify, "es", []string{"Verifica tu dirección de correo", "hasta el 14 de marzo de 2026, 16:09 CET."}},
		{mail.NewDevice, "en", []string{"Safari on iPhone, network address 192.0.2.1, 14 March 2026, 16:09 CET."}},
		{mail.NewDevice, "es", []string{"Safari en iPhone, dirección de red 192.0.2.1, 14 de marzo de 2026, 16:09 CET."}},
		{mail.FactorChanged, "en", []string{"a passkey was added."}},
		{mail.FactorChanged, "es", []string{"se añadió una llave de acceso."}},
		{mail.Verify, "xx", []string{"Hello Ana,"}},
		{mail.Verify, "", []string{"Hello Ana,"}},
	} {
		m.Kind, m.Language = test.kind, test.language
		o.send(t, m)
		written := o.newest(t)
		for _, want := range test.want {
			if !strings.Contains(written.Subject+"\n"+written.Text, want) {
				t.Errorf("%s in %q: no %q in:\n%s", test.kind, test.language, want, written.Text)
			}
		}
	}
	// An operator at the command line has no network address.
	m.Kind, m.Address, m.Device, m.Language = mail.PasswordChanged, "", music.Say("Unknown device"), "en"
	o.send(t, m)
	if text := o.newest(t).Text; !strings.Contains(text, "\n14 March 2026, 16:09 CET.\n") || strings.Contains(text, "device,") {
		t.Error(text)
	}
}

// TestEveryFactorChange checks that no identifier of the audit log appears
// verbatim.
func TestEveryFactorChange(t *testing.T) {
	o := open(t, nil)
	for _, kind := range []people.AuditKind{
		people.FactorOn, people.FactorOff, people.RecoveryCodesMade, people.RecoveryCodeUsed, people.PasskeyAdded, people.PasskeyRemoved,
		people.APIKeyMade, people.APIKeyRevoked, people.IdentityLinked, people.IdentityUnlinked,
	} {
		for _, language := range music.Languages {
			o.send(t, mail.Message{Kind: mail.FactorChanged, Language: language, At: o.now, Detail: string(kind)})
			if text := o.newest(t).Text; strings.Contains(text, string(kind)) || strings.Contains(text, ": .") {
				t.Errorf("%s in %s:\n%s", kind, language, text)
			}
		}
	}
}

func TestUserTextIsEscaped(t *testing.T) {
	o := open(t, nil)
	o.settings.SiteName = "Rock & <b>Roll</b>\r\nBcc: eva@example.com"
	o.send(t, mail.Message{
		Kind: mail.ChangeEmailOld, Name: "Ana\r\nBcc: eva@example.com", Detail: `"<script>alert(1)</script>"@x.example` + "\r\n\r\n\r\nHello",
		Device: music.Verbatim("<img src=x>\u202e"), Address: "192.0.2.1\n", At: o.now,
	})
	m := o.newest(t)
	if strings.Contains(m.HTML, "<script") || strings.Contains(m.HTML, "<b>") || strings.ContainsAny(m.Subject+m.HTML+m.Text, "\r\u202e") {
		t.Error(m.HTML)
	}
	if !strings.Contains(m.Text, "\"<script>alert(1)</script>\"@x.example Hello") || !strings.HasPrefix(m.Text, "Hello,\n") {
		t.Error(m.Text)
	}
}

func TestGreetingContainsNoLink(t *testing.T) {
	o := open(t, nil)
	for name, want := range map[string]string{
		"Ana": "Hello Ana,", "  Ana  María ": "Hello Ana María,", "O'Neill-Şahin": "Hello O'Neill-Şahin,", "J. R.": "Hello J. R.,", "明": "Hello 明,",
		"": "Hello,", "evil.example": "Hello,", "https://evil.example": "Hello,", "Win a 1000 prize": "Hello,", "x@y": "Hello,",
		"Please call us right now my friend": "Hello,", strings.Repeat("a", 51): "Hello,", "\x00\u202e": "Hello,",
	} {
		o.send(t, mail.Message{Name: name})
		if got, _, _ := strings.Cut(o.newest(t).Text, "\n"); got != want {
			t.Errorf("%q is greeted %q", name, got)
		}
	}
}

func TestRecipients(t *testing.T) {
	o := open(t, nil)
	for _, to := range []string{"", "ana", "a@example.com, b@example.com", "Ana <ana@example.com>", "ana@example.com\r\nBcc: eva@example.com", "ana@example.com>\r\nRCPT TO:<eva@example.com"} {
		if err := o.Send(t.Context(), mail.Message{Kind: mail.Verify, To: to}); err == nil {
			t.Errorf("a message to %q", to)
		}
	}
	if err := o.Send(t.Context(), mail.Message{Kind: "unknown", To: "ana@example.com"}); err == nil {
		t.Error("a message of an unknown kind")
	}
	list, err := o.store.Mails(t.Context(), 10)
	if err != nil || slices.ContainsFunc(list, func(people.Mail) bool { return true }) {
		t.Errorf("in the outbox: %+v, %v", list, err)
	}
}

// TestDigestCanBeStopped checks the link for people and the header for mail
// programs.
func TestDigestCanBeStopped(t *testing.T) {
	post := testkit.StartSMTP(t, testkit.SMTPOptions{})
	o := open(t, serverAt(t, post, ""))
	o.send(t, mail.Message{
		Kind: mail.Digest, Language: "es", Link: "https://music.example/updates", Detail: "https://music.example/unsubscribe#x",
		Unsubscribe: "https://music.example/api/unsubscribe?token=x", Items: []string{"Nina: una\ncanción <b>nueva</b>.", "Ada te sigue."},
	})
	m := o.newest(t)
	if m.Subject != "2 avisos para ti" || m.Unsubscribe != "https://music.example/api/unsubscribe?token=x" {
		t.Errorf("%+v", m)
	}
	for part, text := range map[string]string{"text": m.Text, "HTML": m.HTML} {
		if !strings.Contains(text, "https://music.example/unsubscribe#x") || !strings.Contains(text, "Dejar de recibir estos resúmenes") {
			t.Errorf("%s:\n%s", part, text)
		}
	}
	if !strings.Contains(m.Text, "\n\nNina: una canción <b>nueva</b>.\n\nAda te sigue.") || strings.Contains(m.HTML, "<b>") {
		t.Errorf("%s\n%s", m.Text, m.HTML)
	}
	o.deliver(t)
	header := post.Await(t, 1)[0].Header
	if header.Get("List-Unsubscribe") != "<"+m.Unsubscribe+">" || header.Get("List-Unsubscribe-Post") != "List-Unsubscribe=One-Click" {
		t.Errorf("%v", header)
	}
	if sent := o.only(t); sent.Unsubscribe != "" {
		t.Errorf("kept: %+v", sent)
	}
}
