package catalogue_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sonora/internal/store/sqlitetest"
	"sonora/internal/testkit"
)

type backupItem struct {
	ID, Kind, Checksum string
	Size, Rows         int64
	Encrypted          bool
}

// awaitWork repeats a request for the database until it contains a text.
func awaitWork(t *testing.T, s *testkit.Server, text string) {
	t.Helper()
	body := ""
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); <-time.After(50 * time.Millisecond) {
		if body = s.Do(t, call{Path: "/api/admin/database", As: s.Admin}).Body; strings.Contains(body, text) {
			return
		}
	}
	t.Fatalf("no %s in %s", text, body)
}

// TestBackups makes, downloads and deletes a backup, and looks after the database.
func TestBackups(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	backups := call{Path: "/api/admin/backups", As: s.Admin}
	post := func(path string) call { return call{Method: "POST", Path: path, As: s.Admin} }
	s.Run(t, []testkit.Scenario{
		{Name: "none", Request: backups, Status: 200, Contains: []string{"[]"}},
		{Name: "nothing was done", Request: call{Path: "/api/admin/database", As: s.Admin}, Status: 200, Contains: []string{`"backup":{"state":"never"`, `"frequency":"daily"`}, Lacks: []string{`"restore"`}},
		{Name: "member", Request: call{Path: "/api/admin/backups", As: s.Member}, Status: 403},
		{Name: "member makes one", Request: call{Method: "POST", Path: "/api/admin/backups", As: s.Member}, Status: 403},
		{Name: "nobody looks at the database", Request: call{Path: "/api/admin/database"}, Status: 401},
		{Name: "make", Request: post("/api/admin/backups"), Status: 202},
	})
	awaitWork(t, s, `"backup":{"state":"done"`)
	list := testkit.JSON[[]backupItem](t, s.Do(t, backups))
	if len(list) != 1 || list[0].Kind != "manual" || list[0].Rows == 0 || list[0].Encrypted {
		t.Fatalf("%+v", list)
	}
	one := "/api/admin/backups/" + list[0].ID
	file := s.Do(t, call{Path: one + "/file", As: s.Admin})
	if int64(len(file.Body)) != list[0].Size || !strings.Contains(file.Header.Get("Content-Disposition"), list[0].ID) {
		t.Errorf("%d bytes of %d, %v", len(file.Body), list[0].Size, file.Header)
	}
	s.Run(t, []testkit.Scenario{
		{Name: "member downloads", Request: call{Path: one + "/file", As: s.Member}, Status: 403},
		{Name: "a file above", Request: call{Path: "/api/admin/backups/..%2Fsecret.key/file", As: s.Admin}, Status: 404},
		{Name: "restore an unknown one", Request: post("/api/admin/backups/sonora-20000101-000000-daily.tar.zst/restore"), Status: 404},
		{Name: "a key that is none", Request: call{Method: "POST", Path: one + "/restore", As: s.Admin, Body: `{"key":"AGE-SECRET-KEY-nonsense"}`}, Status: 400, Contains: []string{`"key":["This key is not valid."]`}},
		{Name: "tables", Request: call{Path: "/api/admin/database/tables?limit=100", As: s.Admin}, Status: 200, Contains: []string{`{"name":"account","rows":2,"estimate":false`}},
		{Name: "slow statements", Request: call{Path: "/api/admin/database/slow-statements", As: s.Admin}, Status: 200},
		{Name: "connection", Request: post("/api/admin/database/test"), Status: 200, Contains: []string{`"ok":true`, `"error":""`}},
		{Name: "check", Request: post("/api/admin/database/check"), Status: 202},
		{Name: "compact", Request: post("/api/admin/database/compact"), Status: 202},
		{Name: "delete", Request: call{Method: "DELETE", Path: one, As: s.Admin}, Status: 204},
		{Name: "deleted", Request: call{Path: one + "/file", As: s.Admin}, Status: 404},
		{Name: "audit", Request: call{Path: "/api/admin/events?limit=20", As: s.Admin}, Status: 200, Contains: []string{"backup_made", "backup_downloaded", "backup_deleted", "database_checked", "database_compacted"}},
	})
	awaitWork(t, s, `"check":{"state":"done"`)
	awaitWork(t, s, `"compact":{"state":"done"`)
}

// TestScheduledBackups changes the frequency, and finds a damaged backup refused.
func TestScheduledBackups(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sonora.db")
	s := testkit.Start(t, testkit.Options{Database: sqlitetest.At(t, path)})
	s.Do(t, call{Method: "POST", Path: "/api/admin/backups", As: s.Admin})
	awaitWork(t, s, `"backup":{"state":"done"`)
	place := testkit.JSON[struct{ Backups struct{ Place string } }](t, s.Do(t, call{Path: "/api/admin/database", As: s.Admin})).Backups.Place
	list := testkit.JSON[[]backupItem](t, s.Do(t, call{Path: "/api/admin/backups", As: s.Admin}))
	if len(list) != 1 {
		t.Fatalf("%+v", list)
	}
	// As if it was made two hours ago: an hourly backup is due, a daily one may not be.
	note := filepath.Join(place, list[0].ID+".json")
	text, err := os.ReadFile(note)
	if err != nil {
		t.Fatal(err)
	}
	created := testkit.JSON[struct{ CreatedAt time.Time }](t, testkit.Response{Body: string(text)})
	old := created.CreatedAt.Add(-2 * time.Hour)
	text = []byte(strings.Replace(string(text), created.CreatedAt.Format(time.RFC3339), old.Format(time.RFC3339), 1))
	if err := os.WriteFile(note, text, 0o600); err != nil {
		t.Fatal(err)
	}
	s.Do(t, call{Method: "PATCH", Path: "/api/admin/settings", As: s.Admin, Body: `{"backupFrequency":"hourly"}`})
	for deadline := time.Now().Add(30 * time.Second); len(list) < 2 && time.Now().Before(deadline); <-time.After(50 * time.Millisecond) {
		list = testkit.JSON[[]backupItem](t, s.Do(t, call{Path: "/api/admin/backups", As: s.Admin}))
	}
	if len(list) != 2 || list[0].Kind != "hourly" {
		t.Fatalf("%+v", list)
	}
	file := filepath.Join(place, list[0].ID)
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, make([]byte, len(content)), 0o600); err != nil {
		t.Fatal(err)
	}
	s.Run(t, []testkit.Scenario{
		{Name: "damaged", Request: call{Method: "POST", Path: "/api/admin/backups/" + list[0].ID + "/restore", As: s.Admin}, Status: 409, Contains: []string{"This backup is damaged or incomplete."}},
		{Name: "the database stays", Request: call{Path: "/api/admin/database", As: s.Admin}, Status: 200, Lacks: []string{`"restore"`}},
		{Name: "its place is set", Request: call{Method: "PATCH", Path: "/api/admin/settings", As: s.Admin, Body: `{"databaseHost":"elsewhere"}`}, Status: 409},
	})
}

// TestNothingChangesDuringARestore asks for a restore and for changes at once: what the
// server acknowledged then would be gone when it has started again.
func TestNothingChangesDuringARestore(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	s.Do(t, call{Method: "POST", Path: "/api/admin/backups", As: s.Admin})
	awaitWork(t, s, `"backup":{"state":"done"`)
	list := testkit.JSON[[]backupItem](t, s.Do(t, call{Path: "/api/admin/backups", As: s.Admin}))
	playlist := call{Method: "POST", Path: "/api/playlists", As: s.Member, Body: `{"name":"Lost"}`}
	refused := []string{`"code":"maintenance"`, "A backup is being restored. You can listen, but nothing can be changed until the server has started again."}
	operator := playlist
	operator.As = s.Admin
	s.Run(t, []testkit.Scenario{
		{Name: "before", Request: playlist, Status: 201},
		{Name: "restore", Request: call{Method: "POST", Path: "/api/admin/backups/" + list[0].ID + "/restore", As: s.Admin}, Status: 202},
		{Name: "a member", Request: playlist, Status: 423, Contains: refused},
		{Name: "an operator", Request: operator, Status: 423, Contains: refused},
		{Name: "signing out, which would be undone", Request: call{Method: "POST", Path: "/api/account/sessions/end", As: s.Member}, Status: 423, Contains: refused},
	})
}
