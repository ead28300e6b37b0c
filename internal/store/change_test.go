package store_test

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sonora/internal/music"
	"sonora/internal/store"
	"sonora/internal/store/catalogue"
	"sonora/internal/store/pgtest"
	"sonora/internal/store/storetest"
)

// changing is a store with a member and tracks, and a connection beside it.
type changing struct {
	*storetest.Fixture
	v  music.Viewer
	db *sql.DB
}

func newChanging(t *testing.T, driver, url string) *changing {
	t.Helper()
	f := storetest.NewFixture(t, open(t, url))
	db, err := sql.Open(driver, strings.TrimPrefix(url, "sqlite:"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	c := &changing{f, f.Member("ana", music.Listener), db}
	f.Scan(storetest.Song("1", "1"), storetest.Song("2", "2"), storetest.Song("3", "3"), storetest.Song("4", "4"))
	return c
}

func (c *changing) exec(statement string, args ...any) {
	c.T.Helper()
	if _, err := c.db.ExecContext(c.T.Context(), statement, args...); err != nil {
		c.T.Fatal(err)
	}
}

func (c *changing) like(title string) {
	c.T.Helper()
	storetest.Get(c.Like(c.T.Context(), c.v, c.TracksByTitle(c.v)[title].ID, storetest.Now))(c.T)
}

func (c *changing) token() string {
	c.T.Helper()
	return storetest.Get(c.TracksToken(c.T.Context(), c.v, true))(c.T)
}

// TestCommitsInAnotherOrder reads changes while a transaction that began
// earlier, and has the lower number, is still running. Its change is not
// skipped when it commits at last.
func TestCommitsInAnotherOrder(t *testing.T) {
	c := newChanging(t, "pgx", pgtest.New(t, migrate))
	ctx := t.Context()
	since := c.token()
	early, err := c.db.BeginTx(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer early.Rollback()
	if _, err := early.ExecContext(ctx, "insert into liked (account, track, at) select a.seq, t.seq, 1 from account a, track t where t.title = '1'"); err != nil {
		t.Fatal(err)
	}
	for _, title := range []string{"2", "3", "4"} { // commit before the early one
		c.like(title)
	}
	// Page by page, all that is committed arrives although the early one runs.
	titles := map[string]bool{}
	for more := true; more; {
		delta := storetest.Get(c.TrackChanges(ctx, c.v, true, since, 1))(t)
		for _, track := range delta.Changed {
			titles[track.Title] = true
		}
		since, more = delta.Next, delta.More
	}
	if len(titles) != 3 || titles["1"] {
		t.Errorf("before the commit: %v", titles)
	}
	fresh := c.token()
	if err := early.Commit(); err != nil {
		t.Fatal(err)
	}
	for _, token := range []string{since, fresh} {
		delta := storetest.Get(c.TrackChanges(ctx, c.v, true, token, 100))(t)
		if !strings.Contains(strings.Join(storetest.Titles(delta.Changed), " "), "1") {
			t.Errorf("after the commit: %q", storetest.Titles(delta.Changed))
		}
	}
}

// TestRestoredIntoAnotherCluster gives the changes numbers of transactions that
// this cluster has not reached.
func TestRestoredIntoAnotherCluster(t *testing.T) {
	url := pgtest.New(t, migrate)
	c := newChanging(t, "pgx", url)
	old := c.token()
	c.exec("update change set tx = tx + 1000000000000")
	again := storetest.NewFixture(t, open(t, url))
	_, err := again.TrackChanges(t.Context(), c.v, true, old, 10)
	c.Code(err, music.Gone)
	since := storetest.Get(again.TracksToken(t.Context(), c.v, true))(t)
	c.like("1")
	if delta := storetest.Get(again.TrackChanges(t.Context(), c.v, true, since, 10))(t); len(delta.Changed) != 1 {
		t.Errorf("a new like: %q", storetest.Titles(delta.Changed))
	}
}

func TestTokensOfChanges(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) {
		tokensOfChanges(t, newChanging(t, "sqlite", "sqlite:"+filepath.Join(t.TempDir(), "a.db")), newChanging(t, "sqlite", "sqlite:"+filepath.Join(t.TempDir(), "b.db")))
	})
	t.Run("postgres", func(t *testing.T) {
		tokensOfChanges(t, newChanging(t, "pgx", pgtest.New(t, migrate)), newChanging(t, "pgx", pgtest.New(t, migrate)))
	})
}

func tokensOfChanges(t *testing.T, c, other *changing) {
	ctx := t.Context()
	ask := func(v music.Viewer, liked bool, token string) error {
		_, err := c.TrackChanges(ctx, v, liked, token, 10)
		return err
	}
	token := c.token()
	c.Must(ask(c.v, true, token))
	for _, wrong := range []string{"", "1", "x", "1e30", token + "=", token[:len(token)-4], strings.ToUpper(token), "1" + strings.Repeat("A", 5000)} {
		c.Code(ask(c.v, true, wrong), music.Invalid)
	}
	ben := c.Member("ben", music.Listener)
	demoted := c.v // the first account is an operator
	demoted.Role = music.Listener
	c.Code(ask(ben, true, token), music.Gone)
	c.Code(ask(demoted, true, token), music.Gone)
	c.Code(ask(c.v, false, token), music.Gone)
	_, err := c.PlaylistChanges(ctx, c.v, token, 10)
	c.Code(err, music.Gone)
	other.exec("update account set id = '" + c.v.AccountID + "'")
	_, err = other.TrackChanges(ctx, c.v, true, token, 10)
	c.Code(err, music.Gone)

	// Changes are kept for a month before the newest one.
	c.like("1")
	c.age(40)
	quiet := c.token()
	c.tidy(3)
	c.Must(ask(c.v, true, quiet)) // nothing happened since
	c.like("2")
	c.Code(ask(c.v, true, quiet), music.Gone)
	c.tidy(1)
	c.age(29)
	young := c.token()
	c.like("3")
	c.Must(ask(c.v, true, young))
	c.tidy(2)
	c.Must(ask(c.v, true, young))
}

// TestRestoredBackup asks a copy of the database from before the token was made,
// in which another change has the number of the one that the copy lacks.
func TestRestoredBackup(t *testing.T) {
	file := func(name string) string { return filepath.Join(t.TempDir(), name) }
	c := newChanging(t, "sqlite", "sqlite:"+file("a.db"))
	c.like("1")
	before, backup := c.token(), file("b.db")
	c.exec("vacuum into '" + backup + "'")
	c.like("2")
	after := c.token()
	db, err := sql.Open("sqlite", backup)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	restored := &changing{storetest.NewFixture(t, open(t, "sqlite:"+backup)), c.v, db}
	ask := func(token string) []string {
		delta, err := restored.TrackChanges(t.Context(), c.v, true, token, 10)
		if err != nil {
			restored.Code(err, music.Gone)
			return nil
		}
		return append(storetest.Titles(delta.Changed), "known")
	}
	if got := ask(after); got != nil {
		t.Errorf("the change is not there: %q", got)
	}
	restored.like("3")
	restored.exec("update change set at = at + 1000 where seq = (select max(seq) from change)") // not in the same millisecond
	if got := ask(after); got != nil {
		t.Errorf("another change has its number: %q", got)
	}
	if got := ask(before); !slices.Equal(got, []string{"3", "known"}) {
		t.Errorf("from before the backup: %q", got)
	}
}

// TestRestoredWhileATransactionRan loses a change that came after the place of a
// token, because an earlier transaction was running.
func TestRestoredWhileATransactionRan(t *testing.T) {
	c := newChanging(t, "pgx", pgtest.New(t, migrate))
	ctx := t.Context()
	early, err := c.db.BeginTx(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer early.Rollback()
	if _, err := early.ExecContext(ctx, "insert into liked (account, track, at) select a.seq, t.seq, 1 from account a, track t where t.title = '1'"); err != nil {
		t.Fatal(err)
	}
	c.like("2")
	token := c.token()
	if err := early.Rollback(); err != nil {
		t.Fatal(err)
	}
	if delta := storetest.Get(c.TrackChanges(ctx, c.v, true, token, 10))(t); len(delta.Changed) != 1 {
		t.Errorf("before: %q", storetest.Titles(delta.Changed))
	}
	c.exec("delete from change where seq = (select max(seq) from change)") // as a backup from before the like
	_, err = c.TrackChanges(ctx, c.v, true, token, 10)
	c.Code(err, music.Gone)
}

// age makes all changes older by some days.
func (c *changing) age(days int) {
	c.T.Helper()
	c.exec(fmt.Sprintf("update change set at = at - %d * cast(86400000 as bigint)", days))
}

// tidy deletes old changes and checks how many are left.
func (c *changing) tidy(want int) {
	c.T.Helper()
	storetest.Get(c.Tidy(c.T.Context(), store.Ages{}))(c.T)
	var left int
	if err := c.db.QueryRowContext(c.T.Context(), "select count(*) from change").Scan(&left); err != nil || left != want {
		c.T.Errorf("%d changes are left, want %d, %v", left, want, err)
	}
}

// TestTriggersKnowTheColumnsOfTracks compares the columns that lists of tracks
// show with those that make a change.
func TestTriggersKnowTheColumnsOfTracks(t *testing.T) {
	fixed := []string{"seq", "id", "added_at"}
	noChange := []string{"plays", "analysed"} // counted all the time; not shown
	comparison := regexp.MustCompile(`\(old\.title, [^)]*\)`)
	for _, engine := range []string{"sqlite", "postgres"} {
		schema, err := os.ReadFile("kernel/schema/" + engine + ".sql")
		if err != nil {
			t.Fatal(err)
		}
		compared := strings.FieldsFunc(comparison.FindString(string(schema)), func(r rune) bool { return strings.ContainsRune("(), \n", r) })
		for _, found := range regexp.MustCompile(`\bt\.(\w+)`).FindAllStringSubmatch(catalogue.TrackColumns, -1) {
			column := found[1]
			isChange := slices.Contains(compared, "old."+column)
			if isChange == (slices.Contains(fixed, column) || slices.Contains(noChange, column)) {
				t.Errorf("%s: a change of the column %s is recorded: %v", engine, column, isChange)
			}
		}
	}
}
