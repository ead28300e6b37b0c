package storetest

import (
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sonora/internal/music"
	"sonora/internal/people"
)

func mails(t *testing.T, f *fixture) {
	ctx := t.Context()
	f.member("admin", music.Admin)
	ana := f.member("ana", music.Listener)
	_, err := f.ClaimMail(ctx, now, now.Add(time.Minute))
	f.code(err, music.NotFound)

	m := &people.Mail{
		AccountID: ana.AccountID, Kind: "verify", Language: "es", Recipient: "ana@example.com", Subject: "Hola",
		Text: "a link", HTML: "<p>a link</p>", CreatedAt: now, NextAt: now,
	}
	f.must(f.QueueMail(ctx, m))
	f.code(f.QueueMail(ctx, &people.Mail{AccountID: "nobody"}), music.NotFound)
	stays := &people.Mail{Kind: "no_account", Recipient: "eva@example.com", CreatedAt: now.Add(time.Hour)} // nobody's, for the operator
	f.must(f.QueueMail(ctx, stays))
	if diff := cmp.Diff([]people.Mail{*stays, *m}, get(f.Mails(ctx, 5))(t)); diff != "" {
		t.Error(diff)
	}
	if list := get(f.Mails(ctx, 1))(t); len(list) != 1 || list[0].ID != stays.ID {
		t.Errorf("the newest: %+v", list)
	}

	lease := now.Add(time.Minute)
	_, err = f.ClaimMail(ctx, now.Add(-time.Second), lease)
	f.code(err, music.NotFound)
	first := get(f.ClaimMail(ctx, now, lease))(t)
	if first.ID != m.ID || first.Attempts != 1 || first.Text != "a link" || !first.NextAt.Equal(lease) {
		t.Errorf("claimed %+v", first)
	}
	_, err = f.ClaimMail(ctx, now, lease)
	f.code(err, music.NotFound)
	second := get(f.ClaimMail(ctx, lease, lease.Add(time.Minute)))(t) // the one who had it is gone
	f.code(f.MailFailed(ctx, first, now, "late"), music.NotFound)
	f.must(f.MailFailed(ctx, second, lease.Add(time.Hour), "busy"))
	third := get(f.ClaimMail(ctx, lease.Add(time.Hour), lease.Add(2*time.Hour)))(t)
	if third.Attempts != 3 || third.Error != "busy" {
		t.Errorf("tried again: %+v", third)
	}
	f.must(f.MailSent(ctx, first.ID, lease)) // late, but it was sent
	f.code(f.MailSent(ctx, first.ID, lease), music.NotFound)
	f.code(f.MailFailed(ctx, third, now, "no"), music.NotFound)
	sent := get(f.Mail(ctx, m.ID))(t)
	if !sent.SentAt.Equal(lease) || !sent.NextAt.IsZero() || sent.Text != "" || sent.HTML != "" || sent.Error != "" || sent.Subject != "Hola" {
		t.Errorf("sent: %+v", sent)
	}

	if n := get(f.DropMails(ctx, now.Add(time.Second)))(t); n != 1 {
		t.Errorf("dropped %d", n)
	}
	_, err = f.Mail(ctx, m.ID)
	f.code(err, music.NotFound)
	given := &people.Mail{AccountID: ana.AccountID, CreatedAt: now, NextAt: now}
	f.must(f.QueueMail(ctx, given))
	given = get(f.ClaimMail(ctx, now, lease))(t)
	f.must(f.MailFailed(ctx, given, time.Time{}, "no such mailbox"))
	_, err = f.ClaimMail(ctx, now.Add(time.Hour*1000), lease)
	f.code(err, music.NotFound)
	f.must(f.DeleteAccount(ctx, ana.AccountID))
	_, err = f.Mail(ctx, given.ID)
	f.code(err, music.NotFound)
}

// mailOnce has many servers at the same messages.
func mailOnce(t *testing.T, f *fixture) {
	const n = 20
	for range n {
		f.must(f.QueueMail(t.Context(), &people.Mail{CreatedAt: now, NextAt: now}))
	}
	var claimed sync.Map
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for {
				m, err := f.ClaimMail(t.Context(), now, now.Add(time.Minute))
				if music.CodeOf(err) == music.NotFound {
					return
				}
				if err != nil {
					t.Error(err)
					return
				}
				if _, twice := claimed.LoadOrStore(m.ID, true); twice {
					t.Errorf("%s was claimed twice", m.ID)
				}
			}
		})
	}
	wg.Wait()
	count := 0
	claimed.Range(func(_, _ any) bool { count++; return true })
	if count != n {
		t.Errorf("claimed %d of %d", count, n)
	}
}
