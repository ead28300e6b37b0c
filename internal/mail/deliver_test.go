package mail_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"sonora/internal/mail"
	"sonora/internal/testkit"
)

func TestDelivery(t *testing.T) {
	for name, test := range map[string]struct {
		server    testkit.SMTPOptions
		options   string
		encrypted bool
	}{
		"in the clear on this machine": {testkit.SMTPOptions{}, "?from=music@example.org", false},
		"STARTTLS":                     {testkit.SMTPOptions{}, "?from=music@example.org&tls=required", true},
		"STARTTLS where offered":       {testkit.SMTPOptions{}, "?from=music@example.org&tls=starttls", true},
		"STARTTLS not offered":         {testkit.SMTPOptions{WithoutTLS: true}, "?from=music@example.org&tls=starttls", false},
		"TLS from the start":           {testkit.SMTPOptions{TLSFromStart: true}, "?from=music@example.org", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			post := testkit.StartSMTP(t, test.server)
			o := open(t, serverAt(t, post, test.options))
			o.send(t, mail.Message{Name: "Ana", Language: "es"})
			id, text := o.only(t).ID, o.only(t).Text
			o.deliver(t)
			got := post.Await(t, 1)[0]
			if got.From != "music@example.org" || got.To != "ana@example.com" || got.Encrypted != test.encrypted || got.Subject != "Verifica tu dirección de correo" {
				t.Errorf("%+v", got)
			}
			if strings.TrimSpace(got.Text) != strings.TrimSpace(text) || !strings.Contains(got.HTML, `<html lang="es">`) || got.Link("/verify") != "https://music.example/verify#s3cret" {
				t.Errorf("text:\n%s\nHTML:\n%s", got.Text, got.HTML)
			}
			for header, want := range map[string]string{
				"From": `"Sonora" <music@example.org>`, "To": "<ana@example.com>", "Message-Id": "<" + id + "@example.org>",
				"Auto-Submitted": "auto-generated", "Content-Language": "es", "Date": "Sat, 14 Mar 2026 15:09:26 +0000",
			} {
				if v := got.Header.Get(header); v != want {
					t.Errorf("%s: %s", header, v)
				}
			}
			row := o.only(t)
			if row.SentAt != o.now || row.Text != "" || row.HTML != "" || !row.NextAt.IsZero() {
				t.Errorf("left in the outbox: %+v", row)
			}
			o.deliver(t)
			if n := len(post.Messages()); n != 1 {
				t.Errorf("%d messages arrived", n)
			}
			if strings.Contains(o.log.String(), "s3cret") || strings.Contains(o.log.String(), "ana@") {
				t.Error(o.log.String())
			}
		})
	}
}

func TestSignIn(t *testing.T) {
	for name, test := range map[string]struct {
		user, options string
		withoutTLS    bool
		fails         string
	}{
		"with STARTTLS":      {user: "ana:s3cret-pass@", options: "?tls=required"},
		"on this machine":    {user: "ana:s3cret-pass@", withoutTLS: true},
		"wrong password":     {user: "ana:wrong@", options: "?tls=required", fails: "535"},
		"nobody":             {fails: "authenticate first"},
		"not without TLS":    {user: "ana:s3cret-pass@", options: "?tls=required", withoutTLS: true, fails: "does not support STARTTLS"},
		"not to an impostor": {user: "ana:s3cret-pass@", options: "?tls=required", fails: "certificate"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			post := testkit.StartSMTP(t, testkit.SMTPOptions{User: "ana", Password: testkit.Password, WithoutTLS: test.withoutTLS})
			server, err := mail.ParseServer("smtp://" + test.user + post.Address + test.options)
			if err != nil {
				t.Fatal(err)
			}
			if test.fails != "certificate" {
				server.RootCAs = post.RootCAs
			}
			if err := server.Check(t.Context()); test.fails == "" && err != nil || test.fails != "" && test.user != "" && err == nil {
				t.Errorf("the check says %v", err)
			}
			o := open(t, server)
			o.send(t, mail.Message{})
			o.deliver(t)
			row := o.only(t)
			if test.fails == "" {
				if row.SentAt.IsZero() || post.Await(t, 1)[0].User != "ana" {
					t.Errorf("%+v", row)
				}
				return
			}
			// A problem that the operator can fix is retried.
			if !strings.Contains(row.Error, test.fails) || row.NextAt != o.now.Add(mail.Pauses[0]) || len(post.Messages()) != 0 || row.Text == "" {
				t.Errorf("%+v", row)
			}
			if all := o.log.String() + row.Error; strings.Contains(all, testkit.Password) || strings.Contains(all, "#s3cret") {
				t.Error(all)
			}
		})
	}
}

func TestRetries(t *testing.T) {
	post := testkit.StartSMTP(t, testkit.SMTPOptions{Refuse: func(_ string, n int) error {
		if n <= 2 {
			return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 7, 1}, Message: "greylisted"}
		}
		return nil
	}})
	o := open(t, serverAt(t, post, ""))
	o.send(t, mail.Message{})
	for i, pause := range mail.Pauses[:2] {
		o.deliver(t)
		row := o.only(t)
		if row.Attempts != i+1 || row.NextAt != o.now.Add(pause) || !strings.Contains(row.Error, "greylisted") || strings.Contains(row.Error, "ana@") || row.Text == "" {
			t.Errorf("after attempt %d: %+v", i+1, row)
		}
		o.now = o.now.Add(pause - time.Second)
		o.deliver(t) // too early
		o.now = o.now.Add(time.Second)
	}
	o.deliver(t)
	if row := o.only(t); row.Attempts != 3 || row.SentAt.IsZero() || row.Error != "" || len(post.Messages()) != 1 {
		t.Errorf("%+v", row)
	}
}

func TestGivesUp(t *testing.T) {
	o := open(t, &mail.Server{Host: "127.0.0.1", Port: 1, Encryption: mail.Plain}) // nothing listens on this port
	o.send(t, mail.Message{})
	for _, pause := range mail.Pauses {
		o.deliver(t)
		if row := o.only(t); row.NextAt != o.now.Add(pause) {
			t.Fatalf("%+v", row)
		}
		o.now = o.now.Add(pause)
	}
	o.deliver(t)
	row := o.only(t)
	if row.Attempts != len(mail.Pauses)+1 || !row.NextAt.IsZero() || !strings.Contains(row.Error, "refused") || row.Text == "" {
		t.Errorf("%+v", row)
	}
	if !strings.Contains(o.log.String(), "giving up") || strings.Contains(o.log.String(), "s3cret") {
		t.Error(o.log.String())
	}
}

func TestPermanentRefusal(t *testing.T) {
	post := testkit.StartSMTP(t, testkit.SMTPOptions{Refuse: func(to string, _ int) error {
		if to == "gone@example.com" {
			return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no such mailbox \x1b[31m" + strings.Repeat("x", 900)}
		}
		return nil
	}})
	o := open(t, serverAt(t, post, ""))
	o.send(t, mail.Message{To: "gone@example.com"})
	o.deliver(t)
	if row := o.only(t); row.Attempts != 1 || !row.NextAt.IsZero() || !strings.Contains(row.Error, "no such mailbox") || strings.Contains(row.Error, "\x1b") || len(row.Error) > 520 {
		t.Errorf("%+v", row)
	}
	o.send(t, mail.Message{}) // other messages are not delayed
	o.deliver(t)
	post.AwaitTo(t, "ana@example.com", 1)
}

// TestKilledWhileSending kills a server between taking a message and recording
// that it was sent.
func TestKilledWhileSending(t *testing.T) {
	post := testkit.StartSMTP(t, testkit.SMTPOptions{})
	o := open(t, serverAt(t, post, ""))
	o.send(t, mail.Message{})
	if _, err := o.store.ClaimMail(t.Context(), o.now, o.now.Add(mail.Lease)); err != nil {
		t.Fatal(err)
	}
	o.deliver(t)
	if n := len(post.Messages()); n != 0 {
		t.Fatalf("%d messages claimed while another server holds the lease", n)
	}
	o.now = o.now.Add(mail.Lease)
	o.deliver(t)
	if len(post.Messages()) != 1 || o.only(t).SentAt != o.now {
		t.Errorf("%+v", o.only(t))
	}
}

func TestTwoServersSendOnce(t *testing.T) {
	post := testkit.StartSMTP(t, testkit.SMTPOptions{})
	first := open(t, serverAt(t, post, ""))
	second := openOn(first.store, serverAt(t, post, ""))
	const n = 20
	for range n {
		first.send(t, mail.Message{})
	}
	ended := make(chan error)
	for _, o := range []*office{first, second} {
		go func() { ended <- o.DeliverDue(context.WithoutCancel(t.Context())) }()
	}
	for range 2 {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
	seen := map[string]bool{}
	for _, m := range post.Messages() {
		seen[m.Header.Get("Message-Id")] = true
	}
	if len(seen) != n || len(post.Messages()) != n {
		t.Errorf("%d messages arrived, %d different ones, want %d", len(post.Messages()), len(seen), n)
	}
}

func TestRunDeliversAtOnce(t *testing.T) {
	post := testkit.StartSMTP(t, testkit.SMTPOptions{})
	o := open(t, serverAt(t, post, ""))
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- o.Run(ctx) }()
	for i := range 3 {
		o.send(t, mail.Message{})
		post.Await(t, i+1)
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestWithoutServer(t *testing.T) {
	o := open(t, nil)
	o.send(t, mail.Message{})
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if err := o.Run(ctx); err != nil || o.Delivers() {
		t.Errorf("%v", err)
	}
	if row := o.only(t); !row.NextAt.IsZero() || row.Attempts != 0 || !strings.Contains(row.Text, "s3cret") {
		t.Errorf("%+v", row)
	}
	if log := o.log.String(); strings.Count(log, "no mail server configured: messages stay in the outbox (see sonora mail)") != 1 || strings.Contains(log, "s3cret") {
		t.Error(log)
	}
	if err := o.SendNow(t.Context(), mail.Message{Kind: mail.Test, To: "ana@example.com"}); err == nil {
		t.Error("a message was sent without a mail server")
	}
}

func TestSendNow(t *testing.T) {
	post := testkit.StartSMTP(t, testkit.SMTPOptions{Refuse: func(to string, _ int) error {
		if to == "gone@example.com" {
			return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 1, 1}, Message: "try later"}
		}
		return nil
	}})
	o := open(t, serverAt(t, post, ""))
	if err := o.SendNow(t.Context(), mail.Message{Kind: mail.Test, To: "ana@example.com"}); err != nil || len(post.Messages()) != 1 || o.only(t).SentAt.IsZero() {
		t.Errorf("%v, %+v", err, o.only(t))
	}
	err := o.SendNow(t.Context(), mail.Message{Kind: mail.Test, To: "gone@example.com"})
	if row := o.newest(t); err == nil || !strings.Contains(err.Error(), "try later") || !row.NextAt.IsZero() || row.Error == "" {
		t.Errorf("%v, %+v", err, row)
	}
}

func TestTidy(t *testing.T) {
	o := open(t, nil)
	o.send(t, mail.Message{})
	o.now = o.now.Add(mail.KeepFor)
	o.send(t, mail.Message{})
	o.now = o.now.Add(time.Second)
	if err := o.Tidy(t.Context()); err != nil {
		t.Fatal(err)
	}
	o.only(t)
}

// TestHeadersHoldOneLineEach checks that the operator's settings cannot inject
// headers.
func TestHeadersHoldOneLineEach(t *testing.T) {
	post := testkit.StartSMTP(t, testkit.SMTPOptions{})
	o := open(t, serverAt(t, post, ""))
	o.settings.SiteName = "Música\" <x@y>\r\nBcc: eva@example.com\r\n\r\nHello\x00"
	o.settings.AdminEmail = "ops@music.example\r\nBcc: eva@example.com"
	o.send(t, mail.Message{Kind: mail.Invitation, Name: "Ana\r\nBcc: eva@example.com"})
	o.deliver(t)
	got := post.Await(t, 1)[0]
	if got.Header.Get("Bcc") != "" || got.From != "sonora@music.example" || got.To != "ana@example.com" {
		t.Error(got.Raw)
	}
	from, err := got.Header.AddressList("From")
	if err != nil || len(from) != 1 || from[0].Address != "sonora@music.example" || from[0].Name != `Música" <x@y> Bcc: eva@example.com Hello` {
		t.Errorf("from %v, %v", from, err)
	}
	if want := `You are invited to Música" <x@y> Bcc: eva@example.com Hello`; got.Subject != want {
		t.Errorf("subject %q", got.Subject)
	}
}

func TestSender(t *testing.T) {
	post := testkit.StartSMTP(t, testkit.SMTPOptions{})
	o := open(t, serverAt(t, post, ""))
	o.settings.AdminEmail = "ops@music.example"
	o.send(t, mail.Message{})
	o.deliver(t)
	if got := post.Await(t, 1)[0]; got.From != "ops@music.example" {
		t.Errorf("from %s", got.From)
	}
}
