package store

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
	"modernc.org/sqlite" // also the driver named "sqlite"
)

// dialect is everything in which the engines differ.
type dialect struct {
	name string
	// placeholders rewrites a statement's question marks.
	placeholders func(query string) string
	// ints and texts make a JSON array, bound to ?, a list for «in».
	ints, texts string
	// ranked makes the same array rows: seq, and n from 0.
	ranked string
	// words is the row of an insert into a search table: (rowid, words).
	words string
	// candidates selects the rowids in a search table, named by %s, that match the ? query.
	candidates string
	// folded is a text %s without regard to case and accents, much as simplify does.
	folded string
	// contains tells that %s has the ? text in it.
	contains string
	// joined is one text of all seqs of tracks.
	joined string
	// byName sorts again what was joined to rows sorted by name; SQLite keeps
	// their order, and would look at all of them to sort.
	byName string
	// term quotes a word of a query.
	term func(word string, prefix bool) string
	// and, or join terms.
	and, or string
	// allocate returns n fresh seqs of a table.
	allocate func(ctx context.Context, tx *tx, table string, n int) ([]int64, error)
	// oneAtATime is run where two transactions must not decide the same thing.
	oneAtATime string
	// skipLocked ends a select of a row that others look for too.
	skipLocked string
	// locked ends a select of a row that is then changed.
	locked string
	// meaning classifies a driver's error.
	meaning func(error) int
	// others says that other processes write too, so that counts age.
	others bool
	// settle is run after many changes.
	settle []string
}

var sqliteDialect = dialect{
	name: "sqlite",
	// As they are: SQLite looks up numbered ones by name, one after another.
	placeholders: func(query string) string { return query },
	ints:         "(select value from json_each(?))",
	texts:        "(select value from json_each(?))",
	ranked:       "(select value as seq, key as n from json_each(?))",
	words:        "(?, ?)",
	candidates:   "select rowid from %[1]s where %[1]s match ? order by rowid desc",
	folded:       "simplify(%s)",
	contains:     "instr(%s, ?) > 0",
	joined:       "group_concat(t.seq)",
	term: func(word string, prefix bool) string {
		quoted := `"` + strings.ReplaceAll(word, `"`, `""`) + `"`
		if prefix {
			return quoted + "*"
		}
		return quoted
	},
	and: " AND ", or: " OR ",
	allocate: func(ctx context.Context, tx *tx, table string, n int) ([]int64, error) {
		last, err := one(ctx, tx, &cell[int64]{}, "select coalesce(max(seq), 0) from "+table)
		seqs := make([]int64, n)
		for i := range seqs {
			seqs[i] = last + 1 + int64(i)
		}
		return seqs, err
	},
	meaning: sqliteMeaning,
	settle:  []string{"pragma wal_checkpoint(truncate)", "pragma shrink_memory"},
}

var postgresDialect = dialect{
	name:         "postgres",
	placeholders: numbered,
	ints:         "(select value::bigint from json_array_elements_text(?::json))",
	texts:        "(select value from json_array_elements_text(?::json))",
	ranked:       "(select value::bigint as seq, ordinality - 1 as n from json_array_elements_text(?::json) with ordinality)",
	words:        "(?, array_to_tsvector(string_to_array(?, ' ')))",
	candidates:   "select rowid from %[1]s where words @@ ?::tsquery",
	folded:       `normalize(regexp_replace(lower(normalize(%s, NFKD)), '[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u3099\u309a]', '', 'g'), NFC)`,
	contains:     "strpos(%s, ?) > 0",
	joined:       "string_agg(t.seq::text, ',')",
	byName:       " order by name",
	term: func(word string, prefix bool) string {
		quoted := "'" + strings.NewReplacer(`'`, `''`, `\`, `\\`).Replace(word) + "'"
		if prefix {
			return quoted + ":*"
		}
		return quoted
	},
	and: " & ", or: " | ",
	allocate: func(ctx context.Context, tx *tx, table string, n int) ([]int64, error) {
		return collect(ctx, tx, &cell[int64]{},
			"select nextval(pg_get_serial_sequence('"+table+"', 'seq')) from generate_series(1, ?)", n)
	},
	oneAtATime: "select pg_advisory_xact_lock(7310579)",
	skipLocked: " for update skip locked",
	locked:     " for update",
	meaning:    postgresMeaning,
	others:     true,
	settle:     []string{"analyze track, album, artist, track_artist, track_genre, track_search"},
}

// errSimplify is why SQLite cannot compare texts as simplify makes them.
var errSimplify = sqlite.RegisterDeterministicScalarFunction("simplify", 1, func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
	text, _ := args[0].(string)
	return simplify(text), nil
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

// settleDown lets the engine put itself in order after many changes.
func (s *Store) settleDown(ctx context.Context) error {
	for _, statement := range s.d.settle {
		if _, err := s.write.db.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return nil
}
