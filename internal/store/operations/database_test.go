package operations_test

import (
	"slices"
	"testing"

	"sonora/internal/music"
	"sonora/internal/store"
	"sonora/internal/store/storetest"
)

// database looks at the database itself.
func database(t *testing.T, f *storetest.Fixture) {
	f.Member("Ada", music.Admin)
	facts := storetest.Get(f.DatabaseFacts(t.Context()))(t)
	if facts.Engine != f.Engine() || facts.EngineVersion == "" || facts.Bytes < 1000 || facts.Schema != store.LatestVersion() || facts.MigratedAt <= 0 {
		t.Errorf("%+v", facts)
	}
	tables := storetest.Get(f.DatabaseTables(t.Context()))(t)
	i := slices.IndexFunc(tables, func(t store.TableFacts) bool { return t.Name == "account" })
	if i < 0 || tables[i].Rows != 1 || tables[i].IsEstimate || tables[i].Bytes < 1000 {
		t.Errorf("%+v", tables)
	}
	if wrong := storetest.Get(f.CheckDatabase(t.Context()))(t); len(wrong) != 0 {
		t.Errorf("wrong: %v", wrong)
	}
	if freed := storetest.Get(f.CompactDatabase(t.Context()))(t); freed < 0 {
		t.Errorf("freed %d", freed)
	}
	f.Member("Bob", music.Listener)
	if took, err := f.PingDatabase(t.Context()); err != nil || took <= 0 {
		t.Errorf("%v, %v", took, err)
	}
}

// serverJobs runs jobs that belong to no account, one at a time.
func serverJobs(t *testing.T, f *storetest.Fixture) {
	f.Must(f.EnqueueJob(t.Context(), &music.Job{Kind: "backup"}, true))
	f.Code(f.EnqueueJob(t.Context(), &music.Job{Kind: "backup"}, true), music.Conflict)
	f.Must(f.EnqueueJob(t.Context(), &music.Job{Kind: "check"}, true))
	ada := f.Member("Ada", music.Admin)
	f.Must(f.EnqueueJob(t.Context(), &music.Job{Kind: "backup", AccountID: ada.AccountID}, true))
	if own := storetest.Get(f.Jobs(t.Context(), "", "backup"))(t); len(own) != 1 || own[0].AccountID != "" {
		t.Errorf("%+v", own)
	}
}
