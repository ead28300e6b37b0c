package kernel

import (
	"cmp"
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

// Dialect holds everything in which the engines differ.
type Dialect struct {
	name string
	// tables selects the names of all tables.
	tables string
	// placeholders converts the question marks of a statement to the engine's
	// placeholders.
	placeholders func(query string) string
	// Ints and Texts convert a JSON array, bound to ?, to a list for "in".
	Ints, Texts string
	// Ranked converts such an array to rows of seq and n, where n counts up
	// from 0.
	Ranked string
	// Words is the values clause of an insert into a search table: (rowid,
	// words).
	Words string
	// Candidates selects the rowids in the search table %s that match the ?
	// query.
	Candidates string
	// Folded is the expression of a text %s without case and accents, similar
	// to Simplify.
	Folded string
	// Contains is the condition that %s contains the ? text.
	Contains string
	// Joined aggregates all seqs of tracks into one text.
	Joined string
	// ByName sorts again after a join with rows that are sorted by name. It is
	// empty for SQLite, which keeps the order and would read all rows to sort
	// them.
	ByName string
	// Term quotes a word of a search query.
	Term func(word string, prefix bool) string
	// And and Or combine terms.
	And, Or string
	// Allocate returns n unused seqs of a table.
	Allocate func(ctx context.Context, tx *Tx, table string, n int) ([]int64, error)
	// oneAtATime is executed to serialise transactions, see Tx.OneAtATime; "" if
	// the engine serialises all of them.
	oneAtATime string
	// SkipLocked ends a select of a row that concurrent transactions also look
	// for.
	SkipLocked string
	// Locked ends a select of a row that the same transaction changes
	// afterwards.
	Locked string
	// meaning classifies a driver's error.
	meaning func(error) int
	// Others is true if other processes may also write, so that cached counts
	// must expire.
	Others bool
	// Size selects the size of the database in bytes.
	Size string
	// settle lists statements to execute after many changes.
	settle []string
	// turn is the column of the table change by which changes are ordered.
	// settled selects turn, seq and time of the last change before which no
	// further change can be committed, because all earlier transactions have
	// ended, and seq and time of the newest change.
	turn, settled string
}

var sqliteDialect = Dialect{
	name:   "sqlite",
	tables: "select name from sqlite_master where type = 'table'",
	// Unchanged: SQLite looks up numbered placeholders by name, one after
	// another.
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
	Size:    "select page_count * page_size from pragma_page_count, pragma_page_size",
	settle:  []string{"pragma wal_checkpoint(truncate)", "pragma shrink_memory"},
	turn:    "seq",
	settled: "select seq, seq, at, seq, at from change order by seq desc limit 1",
}

var postgresDialect = Dialect{
	name:         "postgres",
	tables:       "select table_name from information_schema.tables where table_schema = current_schema()",
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
	oneAtATime: "select pg_advisory_xact_lock(7310579)",
	SkipLocked: " for update skip locked",
	Locked:     " for update",
	meaning:    postgresMeaning,
	Others:     true,
	Size:       "select pg_database_size(current_database())",
	settle:     []string{"analyze track, album, artist, track_artist, track_genre, track_search"},
	turn:       "tx",
	settled: `select c.tx, c.seq, c.at, n.seq, n.at from change c, ` + newestChange + `
		where c.tx < pg_snapshot_xmin(pg_current_snapshot())::text::bigint order by c.tx desc, c.seq desc limit 1`,
}

// errSimplify is the error of registering Simplify as an SQL function in
// SQLite.
var errSimplify = sqlite.RegisterDeterministicScalarFunction("simplify", 1, func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
	text, _ := args[0].(string)
	return Simplify(text), nil
})

// numbered replaces each ? with $1, $2, … No statement contains a literal
// question mark.
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

// sqliteDSN returns the data source name of a file with connection settings.
// The busy timeout must come first, so that it applies to the others.
func sqliteDSN(path, query string, pragmas ...string) string {
	q := []string{query}
	for _, p := range append([]string{"busy_timeout(10000)"}, pragmas...) {
		q = append(q, "_pragma="+url.QueryEscape(p))
	}
	return "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + strings.Join(q, "&")
}

// sqliteWriter opens the only connection that writes. With synchronous NORMAL,
// a commit writes to the log without waiting for the disk.
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

// sqliteReaders opens the connections that read. Their caches are small,
// because the operating system already caches the file.
func sqliteReaders(path string, n int) (*sql.DB, error) {
	db, err := sql.Open("sqlite", sqliteDSN(path, "", "query_only(1)", "temp_store(memory)", "cache_size(-2000)"))
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(n)
	db.SetMaxIdleConns(n)
	return db, nil
}

// connectTimeout limits connecting to PostgreSQL unless the URL has a limit.
const connectTimeout = 4 * time.Second

// postgresPool opens n connections that read and a few that write. If r is not
// zero, a pulse watches over them.
func postgresPool(url string, n int, r rhythm) (*sql.DB, *pulse, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, nil, fmt.Errorf("database URL: %w", err)
	}
	config.ConnectTimeout = cmp.Or(config.ConnectTimeout, connectTimeout)
	var p *pulse
	if r != (rhythm{}) {
		p = takePulse(config, r)
	}
	db := stdlib.OpenDB(*config)
	db.SetMaxOpenConns(n + 4)
	db.SetMaxIdleConns(n + 4)
	db.SetConnMaxIdleTime(5 * time.Minute)
	return db, p, nil
}

// SettleDown runs the engine's maintenance after many changes.
func (db *DB) SettleDown(ctx context.Context) error {
	for _, statement := range db.Dialect.settle {
		if _, err := db.Write.db.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return nil
}
