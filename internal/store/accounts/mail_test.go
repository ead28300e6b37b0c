package accounts_test

import (
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/store/storetest"
)

func mails(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	f.Member("admin", music.Admin)
	ana := f.Member("ana", music.Listener)
	_, err := f.ClaimMail(ctx, storetest.Now, storetest.Now.Add(time.Minute))
	f.Code(err, music.NotFound)

	m := &people.Mail{
		AccountID: ana.AccountID, Kind: "verify", Language: "es", Recipient: "ana@example.com", Subject: "Hola",
		Text: "a link", HTML: "<p>a link</p>", CreatedAt: storetest.Now, NextAt: storetest.Now,
	}
	f.Must(f.QueueMail(ctx, m))
	f.Code(f.QueueMail(ctx, &people.Mail{AccountID: "nobody"}), music.NotFound)
	stays := &people.Mail{Kind: "no_account", Recipient: "eva@example.com", CreatedAt: storetest.Now.Add(time.Hour)} // without an account
	f.Must(f.QueueMail(ctx, stays))
	if diff := cmp.Diff([]people.Mail{*stays, *m}, storetest.Get(f.Mails(ctx, 5))(t)); diff != "" {
		t.Error(diff)
	}
	if list := storetest.Get(f.Mails(ctx, 1))(t); len(list) != 1 || list[0].ID != stays.ID {
		t.Errorf("the newest: %+v", list)
	}

	lease := storetest.Now.Add(time.Minute)
	_, err = f.ClaimMail(ctx, storetest.Now.Add(-time.Second), lease)
	f.Code(err, music.NotFound)
	first := storetest.Get(f.ClaimMail(ctx, storetest.Now, lease))(t)
	if first.ID != m.ID || first.Attempts != 1 || first.Text != "a link" || !first.NextAt.Equal(lease) {
		t.Errorf("claimed %+v", first)
	}
	_, err = f.ClaimMail(ctx, storetest.Now, lease)
	f.Code(err, music.NotFound)
	second := storetest.Get(f.ClaimMail(ctx, lease, lease.Add(time.Minute)))(t) // the server that claimed it is gone
	f.Code(f.MailFailed(ctx, first, storetest.Now, "late"), music.NotFound)
	f.Must(f.MailFailed(ctx, second, lease.Add(time.Hour), "busy"))
	third := storetest.Get(f.ClaimMail(ctx, lease.Add(time.Hour), lease.Add(2*time.Hour)))(t)
	if third.Attempts != 3 || third.Error != "busy" {
		t.Errorf("tried again: %+v", third)
	}
	f.Must(f.MailSent(ctx, first.ID, lease)) // reported late, but it was sent
	f.Code(f.MailSent(ctx, first.ID, lease), music.NotFound)
	f.Code(f.MailFailed(ctx, third, storetest.Now, "no"), music.NotFound)
	sent := storetest.Get(f.Mail(ctx, m.ID))(t)
	if !sent.SentAt.Equal(lease) || !sent.NextAt.IsZero() || sent.Text != "" || sent.HTML != "" || sent.Error != "" || sent.Subject != "Hola" {
		t.Errorf("sent: %+v", sent)
	}

	if n := storetest.Get(f.DropMails(ctx, storetest.Now.Add(time.Second)))(t); n != 1 {
		t.Errorf("dropped %d", n)
	}
	_, err = f.Mail(ctx, m.ID)
	f.Code(err, music.NotFound)
	given := &people.Mail{AccountID: ana.AccountID, CreatedAt: storetest.Now, NextAt: storetest.Now}
	f.Must(f.QueueMail(ctx, given))
	given = storetest.Get(f.ClaimMail(ctx, storetest.Now, lease))(t)
	f.Must(f.MailFailed(ctx, given, time.Time{}, "no such mailbox"))
	_, err = f.ClaimMail(ctx, storetest.Now.Add(time.Hour*1000), lease)
	f.Code(err, music.NotFound)
	f.Must(f.DeleteAccount(ctx, ana.AccountID))
	_, err = f.Mail(ctx, given.ID)
	f.Code(err, music.NotFound)
}

// mailOnce claims the same messages from many servers.
func mailOnce(t *testing.T, f *storetest.Fixture) {
	const n = 20
	for range n {
		f.Must(f.QueueMail(t.Context(), &people.Mail{CreatedAt: storetest.Now, NextAt: storetest.Now}))
	}
	var claimed sync.Map
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for {
				m, err := f.ClaimMail(t.Context(), storetest.Now, storetest.Now.Add(time.Minute))
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
