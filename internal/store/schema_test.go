package store_test

import (
	"context"
	"database/sql"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/pressly/goose/v3"

	"sonora/internal/store"
	"sonora/internal/store/pgtest"
)

// update writes the schemas of new databases from the migrations.
var update = flag.Bool("update", false, "write kernel/schema from kernel/migrations")

// TestSQLiteSchema creates a new database at once, and another one with all
// migrations, as older ones are brought here. Both have the same schema.
func TestSQLiteSchema(t *testing.T) {
	old := filepath.Join(t.TempDir(), "old.db")
	migrateForward(t, "sqlite", goose.DialectSQLite3, old)
	if *update {
		statements := dumpSQLite(t, old, "where name not like 'sqlite!_%' escape '!' and name not like '%!_search!_%' escape '!' order by rowid")
		writeSchema(t, "sqlite", strings.Join(statements, ";\n\n")+";\n")
	}
	created := filepath.Join(t.TempDir(), "new.db")
	open(t, "sqlite:"+created)
	const byName = "order by type, name"
	same(t, dumpSQLite(t, created, byName), dumpSQLite(t, old, byName))
}

// TestPostgresSchema is TestSQLiteSchema on PostgreSQL.
func TestPostgresSchema(t *testing.T) {
	old, created := emptyPostgres(t), emptyPostgres(t)
	migrateForward(t, "postgres", goose.DialectPostgres, old)
	if *update {
		var statements []string
		for _, line := range dumpPostgres(t, old) {
			if !strings.HasPrefix(line, "SET ") && !strings.HasPrefix(line, "SELECT pg_catalog.set_config") && !strings.HasPrefix(line, "COMMENT ON SCHEMA") {
				statements = append(statements, strings.ReplaceAll(line, "public.", ""))
			}
		}
		writeSchema(t, "postgres", strings.Join(statements, "\n")+"\n")
	}
	open(t, created)
	same(t, dumpPostgres(t, created), dumpPostgres(t, old))
}

// TestSchemaNeedsNoOwner reads the schema for statements that only the owner of
// a PostgreSQL schema may run. Operators grant less.
func TestSchemaNeedsNoOwner(t *testing.T) {
	statements, err := os.ReadFile("kernel/schema/postgres.sql")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(statements)) {
		if upper := strings.ToUpper(line); strings.Contains(upper, " SCHEMA ") || strings.Contains(upper, "OWNER TO") || strings.Contains(upper, "EXTENSION") {
			if !strings.HasPrefix(line, "-- ") {
				t.Errorf("the schema says %q", line)
			}
		}
	}
}

func writeSchema(t *testing.T, engine, statements string) {
	t.Helper()
	head := fmt.Sprintf("-- Version %d. Written by go test ./internal/store -run Schema -update. Do not edit.\n\n", store.LatestVersion())
	if err := os.WriteFile("kernel/schema/"+engine+".sql", []byte(head+statements), 0o600); err != nil {
		t.Fatal(err)
	}
}

func same(t *testing.T, created, migrated []string) {
	t.Helper()
	for i := range max(len(created), len(migrated)) {
		if i >= len(created) || i >= len(migrated) || created[i] != migrated[i] {
			t.Fatalf("new and migrated databases differ from here on; write the schemas with -update:\n%q\n%q", created[min(i, len(created)):], migrated[min(i, len(migrated)):])
		}
	}
}

// migrateForward applies all migrations to an empty database, given as the
// driver names it.
func migrateForward(t *testing.T, engine string, dialect goose.Dialect, name string) {
	t.Helper()
	driver := map[string]string{"sqlite": "sqlite", "postgres": "pgx"}[engine]
	db, err := sql.Open(driver, name)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	provider, err := goose.NewProvider(dialect, db, os.DirFS("kernel/migrations/"+engine), goose.WithTableName("sonora_version"), goose.WithDisableGlobalRegistry(true))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := provider.Up(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// dumpSQLite returns the statements that make the schema of a file, and its
// versions.
func dumpSQLite(t *testing.T, path, which string) []string {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	statements := texts(t, db, "select coalesce(sql, name) from sqlite_master "+which)
	if strings.Contains(which, "rowid") {
		return statements
	}
	return append(statements, texts(t, db, "select version_id || ' ' || is_applied from sonora_version order by id")...)
}

func texts(t *testing.T, db *sql.DB, query string) []string {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var all []string
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			t.Fatal(err)
		}
		all = append(all, text)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// emptyPostgres returns the URL of a database without a schema.
func emptyPostgres(t *testing.T) string {
	t.Helper()
	prepare := migrate
	if *update { // the present schema may not fit the migrations
		prepare = nil
	}
	url := pgtest.New(t, prepare)
	db, err := sql.Open("pgx", url+"&default_query_exec_mode=simple_protocol")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), "drop schema public cascade; create schema public"); err != nil {
		t.Fatal(err)
	}
	return url
}

// restricted is a line of pg_dump with a random word.
var restricted = regexp.MustCompile(`^\\(un)?restrict `)

// dumpPostgres returns the lines of pg_dump, without comments.
func dumpPostgres(t *testing.T, url string) []string {
	t.Helper()
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/pg_dump")
	if err != nil || len(found) == 0 {
		t.Fatalf("no pg_dump beside PostgreSQL, %v", err)
	}
	out, err := exec.CommandContext(context.WithoutCancel(t.Context()), found[len(found)-1], "--schema-only", "--no-owner", "--no-privileges", url).CombinedOutput()
	if err != nil {
		t.Fatalf("pg_dump: %v\n%s", err, out)
	}
	var lines []string
	for line := range strings.SplitSeq(string(out), "\n") {
		if line != "" && !strings.HasPrefix(line, "--") && !restricted.MatchString(line) {
			lines = append(lines, line)
		}
	}
	return lines
}
