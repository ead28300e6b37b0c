package operations

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/store/kernel"
	"sonora/internal/store/kernel/slow"
)

// Facts describe the database itself.
type Facts struct {
	Engine        string // sqlite or postgres
	EngineVersion string
	Bytes         int64
	Schema        int64 // version
	MigratedAt    int64 // ms
}

// TableFacts describe a table.
type TableFacts struct {
	Name  string
	Rows  int64
	Bytes int64 // with its indexes; -1 if the database is too large to measure
	// IsEstimate is true if the rows are not counted, because there are too many.
	IsEstimate bool
}

// upkeep is what operators ask of an engine.
type upkeep struct {
	engineVersion, bytes, migrated string
	// tables selects name, rows and bytes of all tables, by name. More rows than
	// countedRows are an estimate.
	tables string
	// sizes selects name and bytes of all tables by reading the whole database; "" if
	// tables has the bytes.
	sizes string
	// checks select what is wrong with the database, or "ok".
	checks []string
	// compact lists the statements that give unused space back.
	compact []string
}

var engines = map[string]upkeep{
	"sqlite": {
		engineVersion: "select sqlite_version()",
		bytes:         "select page_count * page_size from pragma_page_count, pragma_page_size",
		migrated:      "select version_id, cast(unixepoch(tstamp) * 1000 as integer) from sonora_version order by version_id desc limit 1",
		tables: `select l.name, 0, -1
			from pragma_table_list l where l.schema = 'main' and l.type = 'table' and l.name not like 'sqlite!_%' escape '!' order by l.name`,
		sizes: `select o.tbl_name, sum(d.pgsize) from dbstat d join sqlite_schema o on o.name = d.name where d.aggregate = true group by 1`,
		checks: []string{
			"pragma integrity_check(20)",
			`select 'a row of ' || "table" || ' refers to a row of ' || parent || ' that is missing' from pragma_foreign_key_check limit 20`,
		},
		// In memory, it would need as much as the file has bytes.
		compact: []string{"pragma temp_store = file", "vacuum", "analyze", "pragma temp_store = memory", "pragma wal_checkpoint(truncate)"},
	},
	"postgres": {
		engineVersion: "select current_setting('server_version')",
		bytes:         "select pg_database_size(current_database())",
		migrated: `select version_id, cast(extract(epoch from tstamp at time zone current_setting('timezone')) * 1000 as bigint)
			from sonora_version order by version_id desc limit 1`,
		tables: `select c.relname, greatest(c.reltuples, 0)::bigint, pg_total_relation_size(c.oid) from pg_class c join pg_namespace n on n.oid = c.relnamespace
			where c.relkind = 'r' and n.nspname = current_schema() order by c.relname`,
		checks: []string{
			"select 'the index ' || i.indexrelid::regclass || ' is not valid' from pg_index i where not i.indisvalid limit 20",
			"select 'checksums of ' || checksum_failures || ' pages failed' from pg_stat_database where datname = current_database() and checksum_failures > 0",
			"select 'a constraint of ' || conrelid::regclass || ' is not valid: ' || conname from pg_constraint where not convalidated limit 20",
		},
		compact: []string{"vacuum (analyze)"},
	},
}

func (s *Store) upkeep() upkeep { return engines[s.db.Engine()] }

// DatabaseFacts returns facts about the database itself.
func (s *Store) DatabaseFacts(ctx context.Context) (Facts, error) {
	f, u := Facts{Engine: s.db.Engine()}, s.upkeep()
	version, err := kernel.One(ctx, s.db.Read, &kernel.Cell[string]{}, u.engineVersion)
	if err != nil {
		return f, fmt.Errorf("describe the database: %w", err)
	}
	bytes, err := kernel.One(ctx, s.db.Read, &kernel.Cell[int64]{}, u.bytes)
	if err != nil {
		return f, fmt.Errorf("describe the database: %w", err)
	}
	migrated, err := kernel.One(ctx, s.db.Read, &kernel.Pair[int64, int64]{}, u.migrated)
	if err != nil {
		return f, fmt.Errorf("describe the database: %w", err)
	}
	f.EngineVersion, f.Bytes, f.Schema, f.MigratedAt = version, bytes, migrated.A, migrated.B
	return f, nil
}

const (
	// tablesFor is how long facts about tables are kept: counting takes a moment.
	tablesFor = time.Minute
	// countedRows is the number of rows up to which PostgreSQL's tables are counted.
	countedRows = 200_000
)

// DatabaseTables returns facts about all tables, by name and at most a minute old.
func (s *Store) DatabaseTables(ctx context.Context) ([]TableFacts, error) {
	s.tablesMu.Lock()
	defer s.tablesMu.Unlock()
	if s.tables != nil && time.Since(s.tablesAt) < tablesFor {
		return s.tables, nil
	}
	tables, err := s.readTables(ctx)
	if err != nil {
		return nil, fmt.Errorf("describe the tables: %w", err)
	}
	s.tables, s.tablesAt = tables, time.Now()
	return tables, nil
}

func (s *Store) readTables(ctx context.Context) ([]TableFacts, error) {
	found, err := kernel.Collect(ctx, s.db.Read, &tableRow{}, s.upkeep().tables)
	if err != nil {
		return nil, err
	}
	for i := range found {
		t := &found[i]
		if t.IsEstimate = t.Rows > countedRows; t.IsEstimate {
			continue
		}
		if t.Rows, err = kernel.One(ctx, s.db.Read, &kernel.Cell[int64]{}, `select count(*) from "`+t.Name+`"`); err != nil {
			return nil, err
		}
	}
	return found, s.measure(ctx, found)
}

// maxMeasured is the size of a database that takes half a second to read.
const maxMeasured = 1 << 30

// measure adds the bytes of tables that the engine finds out by reading them.
func (s *Store) measure(ctx context.Context, tables []TableFacts) error {
	if s.upkeep().sizes == "" {
		return nil
	}
	all, err := kernel.One(ctx, s.db.Read, &kernel.Cell[int64]{}, s.upkeep().bytes)
	if err != nil || all > maxMeasured {
		return err
	}
	sizes, err := kernel.Collect(ctx, s.db.Read, &kernel.Pair[string, int64]{}, s.upkeep().sizes)
	if err != nil {
		return err
	}
	bytes := make(map[string]int64, len(sizes))
	for _, size := range sizes {
		bytes[size.A] = size.B
	}
	for i := range tables {
		tables[i].Bytes = bytes[tables[i].Name]
	}
	return nil
}

type tableRow struct{ t TableFacts }

func (r *tableRow) Dest() []any { return []any{&r.t.Name, &r.t.Rows, &r.t.Bytes} }

func (r *tableRow) Value() TableFacts { return r.t }

// SlowStatements returns the statements that were slow since the server started,
// those that took most time first.
func (s *Store) SlowStatements() []slow.Statement { return s.db.Write.Slow.List() }

// CheckDatabase reads the whole database and returns what is wrong with it; nothing
// if it is sound.
func (s *Store) CheckDatabase(ctx context.Context) (wrong []string, err error) {
	for _, statement := range s.upkeep().checks {
		found, err := kernel.Collect(ctx, s.db.Read, &kernel.Cell[string]{}, statement)
		if err != nil {
			return nil, fmt.Errorf("check the database: %w", err)
		}
		for _, line := range found {
			if line != "ok" {
				wrong = append(wrong, line)
			}
		}
	}
	return wrong, nil
}

// CompactDatabase gives unused space back to the disk, brings the statistics for
// planning statements up to date, and returns the number of bytes. On SQLite,
// writes wait meanwhile.
func (s *Store) CompactDatabase(ctx context.Context) (freed int64, err error) {
	before, err := s.DatabaseFacts(ctx)
	if err != nil {
		return 0, err
	}
	for _, statement := range s.upkeep().compact {
		if _, err := s.db.Write.Exec(ctx, statement); err != nil {
			return 0, fmt.Errorf("%s: %w", statement, err)
		}
	}
	after, err := s.DatabaseFacts(ctx)
	return max(0, before.Bytes-after.Bytes), err
}

// PingDatabase returns how long the database takes for an answer.
func (s *Store) PingDatabase(ctx context.Context) (time.Duration, error) {
	began := time.Now()
	err := s.db.Ping(ctx)
	return time.Since(began), err
}
