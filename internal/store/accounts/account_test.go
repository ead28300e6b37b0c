package accounts_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sonora/internal/link"
	"sonora/internal/music"
	"sonora/internal/notice"
	"sonora/internal/people"
	"sonora/internal/player"
	"sonora/internal/store"
	"sonora/internal/store/storetest"
)

func accounts(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	a := &music.Account{
		Email: "ana@music.example", PasswordHash: "$argon2id$x", FirstName: "Ána", LastName: "Ø", Bio: "b", Location: "l",
		Website: "https://a.example", PhoneNumber: "+1", DateOfBirth: "1990-02-28", IsPrivate: true, EmailNotifications: true,
		ProfileImageURL: "/p", AuthProvider: "google", Role: music.Creator,
	}
	f.Must(f.CreateAccount(ctx, a))
	if a.Role != music.Admin {
		t.Errorf("the first account is %s", a.Role)
	}
	if len(a.ID) != 26 || a.CreatedAt.IsZero() {
		t.Errorf("not filled: %q, %v", a.ID, a.CreatedAt)
	}
	if diff := cmp.Diff(a, storetest.Get(f.AccountByID(ctx, a.ID))(t)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(a, storetest.Get(f.AccountByEmail(ctx, a.Email))(t)); diff != "" {
		t.Error(diff)
	}

	taken := &music.Account{Email: a.Email}
	err := f.CreateAccount(ctx, taken)
	f.Code(err, music.Conflict)
	if taken.ID != "" {
		t.Error("a refused account was filled")
	}

	b := f.Member("ben", music.Creator)
	f.Must(f.SetRole(ctx, b.AccountID, music.Listener))
	f.Must(f.ReplacePassword(ctx, b.AccountID, "new", "", storetest.Now))
	f.Must(f.SetLastLogin(ctx, b.AccountID, storetest.Now))
	got := storetest.Get(f.AccountByID(ctx, b.AccountID))(t)
	if got.Role != music.Listener || got.PasswordHash != "new" || !got.LastLoginAt.Equal(storetest.Now) {
		t.Errorf("account after changes: %+v", got)
	}
	first := storetest.Get(f.AccountsPage(ctx, nil, music.Page{Limit: 1}))(t)
	rest := storetest.Get(f.AccountsPage(ctx, nil, music.Page{Limit: 1, After: first.Next}))(t)
	if first.Total != 2 || first.Items[0].ID != a.ID || rest.Items[0].ID != b.AccountID || rest.Next != "" {
		t.Errorf("pages: %+v, %+v", first, rest)
	}
	for text, want := range map[string]int{"ben": 1, "BEN example": 1, "music.example": 2, "ben ana": 0, "%": 0} {
		if found := storetest.Get(f.AccountsPage(ctx, strings.Fields(text), music.Page{Limit: 9}))(t); found.Total != want {
			t.Errorf("%q finds %d accounts, want %d", text, found.Total, want)
		}
	}
	if all := storetest.Get(f.Accounts(ctx))(t); len(all) != 2 || all[0].ID != a.ID || all[1].ID != b.AccountID {
		t.Errorf("accounts: %+v", all)
	}

	_, err = f.AccountByEmail(ctx, "nobody@music.example")
	f.Code(err, music.NotFound)
	_, err = f.AccountByID(ctx, "nobody")
	f.Code(err, music.NotFound)
	f.Code(f.SetRole(ctx, "nobody", music.Admin), music.NotFound)
	f.Code(f.ReplacePassword(ctx, "nobody", "", "", storetest.Now), music.NotFound)
	f.Code(f.SetLastLogin(ctx, "nobody", storetest.Now), music.NotFound)
	f.Code(f.DeleteAccount(ctx, "nobody"), music.NotFound)
}

func firstAccountIsAdmin(t *testing.T, f *storetest.Fixture) {
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			if err := f.CreateAccount(t.Context(), &music.Account{Email: strconv.Itoa(i) + "@music.example", Role: music.Creator}); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	admins := 0
	for _, a := range storetest.Get(f.Accounts(t.Context()))(t) {
		if a.Role == music.Admin {
			admins++
		}
	}
	if admins != 1 {
		t.Errorf("%d admins", admins)
	}
}

// noAdminOfLostData puts the tables of another database, without accounts, into
// the place of the ones that were opened.
func noAdminOfLostData(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	identity := storetest.Get(f.KeepSecret(ctx, "database", func() ([]byte, error) { return nil, errors.New("there is none") }))(t)
	storetest.Get(f.ReplaceSecret(ctx, "database", identity, []byte("another")))(t)
	f.Code(f.CreateAccount(ctx, &music.Account{Email: "stranger@music.example"}), music.Unavailable)
}

func deleteAccount(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	f.Member("ana", music.Admin)
	ben := f.Member("ben", music.Listener)
	f.Scan(storetest.Song("a.flac", "A"))
	id := f.TracksByTitle(ben)["A"].ID
	storetest.Get(f.Like(ctx, ben, id, storetest.Now))(t)
	storetest.Get(f.AddPlay(ctx, ben, music.Play{ID: "p", TrackID: id, StartedAt: storetest.Now, Listened: time.Minute}, 0))(t)
	session := &music.Session{AccountID: ben.AccountID, RefreshHash: []byte("r")}
	f.Must(f.CreateSession(ctx, session))
	share := listens(f, ben, session, id)

	f.Must(f.DeleteAccount(ctx, ben.AccountID))
	_, err := f.SessionByID(ctx, session.ID)
	f.Code(err, music.NotFound)
	_, err = f.Share(ctx, share)
	f.Code(err, music.NotFound)
	if left := storetest.Get(f.RatingHistory(ctx, ben, people.HistoryEntry{}, 10))(t); len(left) != 0 {
		t.Errorf("ratings of a deleted account: %v", left)
	}
	if liked := storetest.Get(f.Tracks(ctx, ben, music.TrackFilter{Liked: true}, music.Page{}))(t); len(liked.Items) != 0 {
		t.Errorf("likes of a deleted account: %v", liked)
	}
	_, err = f.Like(ctx, ben, id, storetest.Now)
	if err != nil { // without an account nothing changes
		t.Error(err)
	}
}

// listens adds a row of the account to every table, and returns the ID of its
// share.
func listens(f *storetest.Fixture, v music.Viewer, session *music.Session, trackID string) string {
	f.T.Helper()
	ctx := f.T.Context()
	list := music.Playlist{OwnerID: v.AccountID, Name: "Tape", CreatedAt: storetest.Now}
	f.Must(f.CreatePlaylist(ctx, &list))
	storetest.Get(f.AddEntries(ctx, v, list.ID, music.Insertion{TrackIDs: []string{trackID}}, storetest.Now))(f.T)
	storetest.Get(f.Rate(ctx, v, trackID, 4, storetest.Now))(f.T)
	storetest.Get(f.Follow(ctx, v.AccountID, people.FollowDJ, "DJ Ñ", storetest.Now))(f.T)
	storetest.Get(f.Notify(ctx, []notice.Notification{storetest.Told(v.AccountID, "", "A", 1)}, storetest.Now))(f.T)
	f.Must(f.SavePushSubscription(ctx, &notice.PushSubscription{AccountID: v.AccountID, SessionID: session.ID, Endpoint: "https://push.example/1", Keys: []byte{1}, CreatedAt: storetest.Now}))
	f.Must(f.SavePlayer(ctx, v.AccountID, &player.Device{ID: "desk", Name: "Desk", State: player.Paused, At: storetest.Now, SeenAt: storetest.Now}))
	f.Must(f.Forget(ctx, v, storetest.Listen(f, v, trackID, storetest.Now, time.Second), storetest.Now))
	f.Must(f.PauseHistory(ctx, v.AccountID, storetest.Now))
	f.Must(f.ResumeHistory(ctx, v.AccountID, storetest.Now.Add(time.Second)))
	share := &link.Link{ID: "link", AccountID: v.AccountID, Kind: link.Playlist, ItemID: list.ID, CreatedAt: storetest.Now}
	f.Must(f.CreateShare(ctx, share))
	return share.ID
}

func sessions(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana := f.Member("ana", music.Admin)
	s := &music.Session{
		AccountID: ana.AccountID, RefreshHash: []byte("one"), CreatedAt: storetest.Now, LastUsedAt: storetest.Now, RotatedAt: storetest.Now,
		ExpiresAt: storetest.Now.Add(time.Hour), UserAgent: "Firefox \x00", Address: "192.0.2.1",
	}
	f.Must(f.CreateSession(ctx, s))
	got := storetest.Get(f.SessionByID(ctx, s.ID))(t)
	want := *s
	want.UserAgent = "Firefox "
	if diff := cmp.Diff(&want, got); diff != "" {
		t.Error(diff)
	}
	f.Code(f.CreateSession(ctx, &music.Session{AccountID: "nobody", RefreshHash: []byte("x")}), music.NotFound)

	later := storetest.Now.Add(time.Minute)
	if ok := storetest.Get(f.RotateSession(ctx, s.ID, []byte("one"), []byte("two"), later, later.Add(time.Hour)))(t); !ok {
		t.Error("rotation failed")
	}
	if ok := storetest.Get(f.RotateSession(ctx, s.ID, []byte("one"), []byte("three"), later, later))(t); ok {
		t.Error("rotation succeeded with an old token")
	}
	rotated := storetest.Get(f.SessionByID(ctx, s.ID))(t)
	if !bytes.Equal(rotated.RefreshHash, []byte("two")) || !bytes.Equal(rotated.PreviousHash, []byte("one")) ||
		!rotated.RotatedAt.Equal(later) || !rotated.ExpiresAt.Equal(later.Add(time.Hour)) {
		t.Errorf("after rotation: %+v", rotated)
	}

	if owner := storetest.Get(f.RevokeSession(ctx, s.ID, later))(t); owner != ana.AccountID {
		t.Errorf("the session was of %q", owner)
	}
	_, err := f.RevokeSession(ctx, s.ID, later.Add(time.Hour)) // the first time counts
	f.Code(err, music.NotFound)
	if got := storetest.Get(f.SessionByID(ctx, s.ID))(t); !got.RevokedAt.Equal(later) {
		t.Errorf("revoked at %v", got.RevokedAt)
	}
	if ok := storetest.Get(f.RotateSession(ctx, s.ID, []byte("two"), []byte("four"), later, later))(t); ok {
		t.Error("rotated a revoked session")
	}

	other := &music.Session{AccountID: ana.AccountID, RefreshHash: []byte("o")}
	f.Must(f.CreateSession(ctx, other))
	f.Must(f.RevokeSessions(ctx, ana.AccountID, later))
	if got := storetest.Get(f.SessionByID(ctx, other.ID))(t); got.RevokedAt.IsZero() {
		t.Error("not revoked with the account's sessions")
	}
}

func rotateOnce(t *testing.T, f *storetest.Fixture) {
	ana := f.Member("ana", music.Admin)
	s := &music.Session{AccountID: ana.AccountID, RefreshHash: []byte("old")}
	f.Must(f.CreateSession(t.Context(), s))
	var won atomic.Int32
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			ok, err := f.RotateSession(t.Context(), s.ID, []byte("old"), []byte{byte(i)}, storetest.Now, storetest.Now)
			if err != nil {
				t.Error(err)
			}
			if ok {
				won.Add(1)
			}
		})
	}
	wg.Wait()
	if won.Load() != 1 {
		t.Errorf("%d rotations of one token", won.Load())
	}
}

func signingKeys(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	old := store.SigningKey{ID: "a", Secret: []byte{0, 1, 255}, CreatedAt: storetest.Now.Add(-time.Hour), RetiredAt: storetest.Now}
	present := store.SigningKey{ID: "b", Secret: []byte{2}, CreatedAt: storetest.Now}
	f.Must(f.AddSigningKey(ctx, old))
	f.Must(f.AddSigningKey(ctx, present))
	if diff := cmp.Diff([]store.SigningKey{present, old}, storetest.Get(f.SigningKeys(ctx))(t)); diff != "" {
		t.Error(diff)
	}
	f.Code(f.AddSigningKey(ctx, present), music.Conflict)
}

func settings(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	if s := storetest.Get(f.Settings(ctx))(t); len(s) != 0 {
		t.Errorf("settings of a fresh database: %v", s)
	}
	storetest.Get(f.SaveSettings(ctx, map[string]json.RawMessage{"siteName": json.RawMessage(`"Ä"`), "allowedOrigins": json.RawMessage(`[]`)}, &people.SettingsSave{}))(t)
	storetest.Get(f.SaveSettings(ctx, map[string]json.RawMessage{"siteName": json.RawMessage(`"B"`)}, &people.SettingsSave{}))(t)
	want := map[string]json.RawMessage{"siteName": json.RawMessage(`"B"`), "allowedOrigins": json.RawMessage(`[]`)}
	if diff := cmp.Diff(want, storetest.Get(f.Settings(ctx))(t)); diff != "" {
		t.Error(diff)
	}
}

func failedLogins(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	for i := range 3 {
		if n := storetest.Get(f.FailedLogin(ctx, "ana|192.0.2.1", storetest.Now.Add(time.Duration(i)*time.Minute)))(t); n != i+1 {
			t.Errorf("failure %d counted as %d", i+1, n)
		}
	}
	storetest.Get(f.FailedLogin(ctx, "ben|192.0.2.1", storetest.Now))(t)
	n, last, err := f.FailedLogins(ctx, "ana|192.0.2.1", storetest.Now.Add(time.Minute))
	if n != 2 || !last.Equal(storetest.Now.Add(2*time.Minute)) || err != nil {
		t.Errorf("FailedLogins = %d, %v, %v", n, last, err)
	}
	f.Must(f.ClearFailedLogins(ctx, "ana|192.0.2.1"))
	n, last, err = f.FailedLogins(ctx, "ana|192.0.2.1", storetest.Now)
	if n != 0 || !last.IsZero() || err != nil {
		t.Errorf("after clearing: %d, %v, %v", n, last, err)
	}
	if n := storetest.Get(f.FailedLogin(ctx, "ben|192.0.2.1", storetest.Now.Add(48*time.Hour)))(t); n != 1 {
		t.Errorf("a failure of two days ago counts: %d", n)
	}
}
