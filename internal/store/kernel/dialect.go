package kernel

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"modernc.org/sqlite"
)

// Dialect is everything in which the engines differ.
type Dialect struct {
	name string
	// placeholders rewrites a statement's question marks.
	placeholders func(query string) string
	// Ints and texts make a JSON array, bound to ?, a list for «in».
	Ints, Texts string
	// Ranked makes the same array rows: seq, and n from 0.
	Ranked string
	// Words is the row of an insert into a search table: (rowid, words).
	Words string
	// Candidates selects the rowids in a search table, named by %s, that match the ? query.
	Candidates string
	// Folded is a text %s without regard to case and accents, much as simplify does.
	Folded string
	// Contains tells that %s has the ? text in it.
	Contains string
	// Joined is one text of all seqs of tracks.
	Joined string
	// ByName sorts again what was joined to rows sorted by name; SQLite keeps
	// their order, and would look at all of them to sort.
	ByName string
	// Term quotes a word of a query.
	Term func(word string, prefix bool) string
	// And, or join terms.
	And, Or string
	// Allocate returns n fresh seqs of a table.
	Allocate func(ctx context.Context, tx *Tx, table string, n int) ([]int64, error)
	// OneAtATime is run where two transactions must not decide the same thing.
	OneAtATime string
	// SkipLocked ends a select of a row that others look for too.
	SkipLocked string
	// Locked ends a select of a row that is then changed.
	Locked string
	// meaning classifies a driver's error.
	meaning func(error) int
	// Others says that other processes write too, so that counts age.
	Others bool
	// settle is run after many changes.
	settle []string
}

var sqliteDialect = Dialect{
	name: "sqlite",
	// As they are: SQLite looks up numbered ones by name, one after another.
	placeholders: func(query string) string { return query },
	Ints:         "(select value from json_each(?))",
	Texts:        "(select value from json_each(?))",
	Ranked:       "(select value as seq, key as n from json_each(?))",
	Words:        "(?, ?)",
	Candidates:   "select rowid from %[1]s where %[1]s match ? order by rowid desc",
	Folded:       "simplify(%s)",
	Contains:     "instr(%s, ?) > 0",
	Joined:       "group_concat(t.seq)",
	Term: func(word string, prefix bool) string {
		quoted := `"` + strings.ReplaceAll(word, `"`, `""`) + `"`
		if prefix {
			return quoted + "*"
		}
		return quoted
	},
	And: " AND ", Or: " OR ",
	Allocate: func(ctx context.Context, tx *Tx, table string, n int) ([]int64, error) {
		last, err := One(ctx, tx, &Cell[int64]{}, "select coalesce(max(seq), 0) from "+table)
		seqs := make([]int64, n)
		for i := range seqs {
			seqs[i] = last + 1 + int64(i)
		}
		return seqs, err
	},
	meaning: sqliteMeaning,
	settle:  []string{"pragma wal_checkpoint(truncate)", "pragma shrink_memory"},
}

var postgresDialect = Dialect{
	name:         "postgres",
	placeholders: numbered,
	Ints:         "(select value::bigint from json_array_elements_text(?::json))",
	Texts:        "(select value from json_array_elements_text(?::json))",
	Ranked:       "(select value::bigint as seq, ordinality - 1 as n from json_array_elements_text(?::json) with ordinality)",
	Words:        "(?, array_to_tsvector(string_to_array(?, ' ')))",
	Candidates:   "select rowid from %[1]s where words @@ ?::tsquery",
	Folded:       `normalize(regexp_replace(lower(normalize(%s, NFKD)), '[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u3099\u309a]', '', 'g'), NFC)`,
	Contains:     "strpos(%s, ?) > 0",
	Joined:       "string_agg(t.seq::text, ',')",
	ByName:       " order by name",
	Term: func(word string, prefix bool) string {
		quoted := "'" + strings.NewReplacer(`'`, `''`, `\`, `\\`).Replace(word) + "'"
		if prefix {
			return quoted + ":*"
		}
		return quoted
	},
	And: " & ", Or: " | ",
	Allocate: func(ctx context.Context, tx *Tx, table string, n int) ([]int64, error) {
		return Collect(ctx, tx, &Cell[int64]{},
			"select nextval(pg_get_serial_sequence('"+table+"', 'seq')) from generate_series(1, ?)", n)
	},
	OneAtATime: "select pg_advisory_xact_lock(7310579)",
	SkipLocked: " for update skip locked",
	Locked:     " for update",
	meaning:    postgresMeaning,
	Others:     true,
	settle:     []string{"analyze track, album, artist, track_artist, track_genre, track_search"},
}

// errSimplify is why SQLite cannot compare texts as simplify makes them.
var errSimplify = sqlite.RegisterDeterministicScalarFunction("simplify", 1, func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
	text, _ := args[0].(string)
	return Simplify(text), nil
})

// numbered replaces each ? with $1, $2, … No text here has a ? of its own.
func numbered(query string) string {
	var b strings.Builder
	b.Grow(len(query) + 64)
	for n := 1; ; n++ {
		before, after, found := strings.Cut(query, "?")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		b.WriteByte('$')
		b.WriteString(strconv.Itoa(n))
		query = after
	}
}

// sqliteDSN names a file and how a connection to it is set up; the busy
// timeout has to come first, so that it holds for the rest.
func sqliteDSN(path, query string, pragmas ...string) string {
	q := []string{query}
	for _, p := range append([]string{"busy_timeout(10000)"}, pragmas...) {
		q = append(q, "_pragma="+url.QueryEscape(p))
	}
	return "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + strings.Join(q, "&")
}

// sqliteWriter opens the one connection that writes. With synchronous NORMAL
// a commit is a write to the log without waiting for the disk.
func sqliteWriter(path string) (*sql.DB, error) {
	if errSimplify != nil {
		return nil, errSimplify
	}
	db, err := sql.Open("sqlite", sqliteDSN(path, "_txlock=immediate",
		"journal_mode(wal)", "synchronous(normal)", "foreign_keys(1)", "temp_store(memory)",
		"cache_size(-4000)", "journal_size_limit(16000000)"))
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	return db, nil
}

// sqliteReaders opens the connections that read. Their caches are small: the
// operating system has the file in memory, and the process should not twice.
func sqliteReaders(path string, n int) (*sql.DB, error) {
	db, err := sql.Open("sqlite", sqliteDSN(path, "", "query_only(1)", "temp_store(memory)", "cache_size(-2000)"))
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(n)
	db.SetMaxIdleConns(n)
	return db, nil
}

func postgresPool(url string, n int) (*sql.DB, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("database URL: %w", err)
	}
	db := stdlib.OpenDB(*config)
	db.SetMaxOpenConns(n + 4)
	db.SetMaxIdleConns(n + 4)
	db.SetConnMaxIdleTime(5 * time.Minute)
	return db, nil
}

// SettleDown lets the engine put itself in order after many changes.
func (db *DB) SettleDown(ctx context.Context) error {
	for _, statement := range db.Dialect.settle {
		if _, err := db.Write.db.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return nil
}
