package backup

import (
	"cmp"
	"context"
	"time"

	"sonora/internal/backup"
	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/store"
	"sonora/internal/words"
)

type databaseJSON struct {
	Engine        string       `json:"engine" enum:"sqlite,postgres" doc:"Database engine."`
	EngineVersion string       `json:"engineVersion" doc:"Version of the engine."`
	Size          int64        `json:"size" doc:"Bytes."`
	Schema        int64        `json:"schema" doc:"Version of the tables."`
	MigratedAt    edge.Time    `json:"migratedAt" doc:"When the tables got that version."`
	Backups       scheduleJSON `json:"backups" doc:"The schedule of backups."`
	Backup        workJSON     `json:"backup" doc:"The newest backup, also one that failed."`
	Check         workJSON     `json:"check" doc:"The newest check for damage."`
	Compact       workJSON     `json:"compact" doc:"The newest compaction."`
	Restore       *restoreJSON `json:"restore,omitempty" doc:"A restore that is running or failed; absent for none."`
}

type scheduleJSON struct {
	Place      string          `json:"place" doc:"Where backups are stored, without secrets."`
	Encrypted  bool            `json:"encrypted" doc:"Whether new backups are encrypted."`
	Frequency  string          `json:"frequency" enum:"hourly,daily,weekly,monthly" doc:"How often backups are made."`
	NextAt     edge.TimeOrNull `json:"nextAt" doc:"When the next one is due; null if the place cannot be read."`
	CanRestore bool            `json:"canRestore" doc:"Whether backups can be restored from the app; not where several servers share the database."`
}

type workJSON struct {
	State    string          `json:"state" enum:"never,waiting,running,done,failed" doc:"Whether it waits, runs, is done or failed; never if it was not started in the last 30 days."`
	Progress float64         `json:"progress" doc:"0 to 1."`
	EndedAt  edge.TimeOrNull `json:"endedAt" doc:"When it ended; null before that."`
	RetryAt  edge.TimeOrNull `json:"retryAt" doc:"When it is tried again; null unless an attempt failed."`
	Error    string          `json:"error" doc:"Why the last attempt failed, in English; empty otherwise."`
	Problems []string        `json:"problems" doc:"What a check found, in the engine's words."`
	Freed    int64           `json:"freed" doc:"Bytes that a compaction gave back."`
}

func encodeWork(w backup.Work) workJSON {
	return workJSON{
		State: cmp.Or(string(w.State), "never"), Progress: w.Progress, EndedAt: edge.TimeOrNull(w.At), RetryAt: edge.TimeOrNull(w.Again), Error: w.Error,
		Problems: append([]string{}, w.Wrong...), Freed: w.FreedBytes,
	}
}

type restoreJSON struct {
	Backup   string  `json:"backup" doc:"ID of the backup."`
	Progress float64 `json:"progress" doc:"0 to 1. At 1 the server starts again."`
	Error    string  `json:"error" doc:"Why it failed; empty while it runs."`
}

func (a *API) database(ctx context.Context, _ *struct{}) (*edge.Body[databaseJSON], error) {
	facts, err := a.Store.DatabaseFacts(ctx)
	if err != nil {
		return nil, err
	}
	s, err := a.Backups.State(ctx)
	if err != nil {
		return nil, err
	}
	out := databaseJSON{
		Engine: facts.Engine, EngineVersion: facts.EngineVersion, Size: facts.Bytes, Schema: facts.Schema, MigratedAt: edge.Time(time.UnixMilli(facts.MigratedAt)),
		Backups: scheduleJSON{s.Place, s.IsEncrypted, string(s.Frequency), edge.TimeOrNull(s.Next), s.CanRestore},
		Backup:  encodeWork(s.Backup), Check: encodeWork(s.Check), Compact: encodeWork(s.Compact),
	}
	if r := s.Restore; r.Name != "" {
		out.Restore = &restoreJSON{r.Name, r.Progress, ""}
		if !r.Failed.IsZero() {
			out.Restore.Error = words.Render(music.LanguageOf(ctx), r.Failed)
		}
	}
	return edge.Reply(out)
}

type tableJSON struct {
	Name     string `json:"name" doc:"Name of the table."`
	Rows     int64  `json:"rows" doc:"Number of rows."`
	Estimate bool   `json:"estimate" doc:"Whether the engine estimates the rows, because there are many."`
	Size     *int64 `json:"size" doc:"Bytes, with its indexes; null on SQLite above 1 GB."`
}

func (a *API) tables(ctx context.Context, in *edge.Part) (*edge.PageOf[tableJSON], error) {
	list, err := a.Store.DatabaseTables(ctx)
	return edge.PartOf(in, list, err, func(t *store.TableFacts) tableJSON {
		out := tableJSON{Name: t.Name, Rows: t.Rows, Estimate: t.IsEstimate}
		if t.Bytes >= 0 {
			out.Size = &t.Bytes
		}
		return out
	})
}

type statementJSON struct {
	Text      string    `json:"text" doc:"The statement, with question marks in the place of values."`
	Count     int       `json:"count" doc:"How often it was slow."`
	AverageMs int64     `json:"averageMs" doc:"How long it took then on average, in ms."`
	LongestMs int64     `json:"longestMs" doc:"How long it took at most, in ms."`
	LastAt    edge.Time `json:"lastAt" doc:"When it was slow last."`
}

func (a *API) slowStatements(_ context.Context, in *edge.Part) (*edge.PageOf[statementJSON], error) {
	return edge.PartOf(in, a.Store.SlowStatements(), nil, func(s *store.SlowStatement) statementJSON {
		return statementJSON{s.Text, s.Count, (s.Total / time.Duration(s.Count)).Milliseconds(), s.Longest.Milliseconds(), edge.Time(s.LastTime)}
	})
}

type testJSON struct {
	OK        bool    `json:"ok" doc:"Whether the database answered."`
	LatencyMs float64 `json:"latencyMs" doc:"How long the answer took, in ms."`
	Error     string  `json:"error" doc:"Why it did not, in the engine's words; empty otherwise."`
}

func (a *API) testDatabase(ctx context.Context, _ *struct{}) (*edge.Body[testJSON], error) {
	took, err := a.Store.PingDatabase(ctx)
	out := testJSON{OK: err == nil, LatencyMs: float64(took.Microseconds()) / 1000}
	if err != nil {
		out.Error = err.Error()
	}
	return edge.Reply(out)
}

func (a *API) checkDatabase(ctx context.Context, _ *struct{}) (*edge.Body[databaseJSON], error) {
	return a.started(ctx, a.Backups.Check(ctx, edge.Viewer(ctx)))
}

func (a *API) compactDatabase(ctx context.Context, _ *struct{}) (*edge.Body[databaseJSON], error) {
	return a.started(ctx, a.Backups.Compact(ctx, edge.Viewer(ctx)))
}

// started answers with what happens, once something has been started.
func (a *API) started(ctx context.Context, err error) (*edge.Body[databaseJSON], error) {
	if err != nil {
		return nil, err
	}
	return a.database(ctx, nil)
}
