package generations_test

import (
	"testing"
	"time"

	"sonora/internal/generation"
	"sonora/internal/music"
	"sonora/internal/store"
	"sonora/internal/store/storetest"
)

func titleOf(r store.ReviewedGeneration) string { return r.Title }

// tables checks the search, the filters, the orders and the pages of the operator's
// tables of generations and of their log.
func tables(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	f.Member("boss", music.Admin)
	ana, ben := f.Member("ana", music.Creator), f.Member("ben", music.Listener)
	add := func(owner music.Viewer, title, provider string, verdict generation.Verdict, score float64, length time.Duration) {
		t.Helper()
		x := &generation.Generation{OwnerID: owner.AccountID, Provider: provider, Prompt: "lluvia", Title: title, Duration: length, CreatedAt: storetest.Now}
		f.Must(f.CreateGeneration(ctx, x, generation.Limits{Own: 9, All: 9}))
		storetest.Get(f.ChangeGeneration(ctx, x.ID, storetest.Now, func(x *generation.Generation) error {
			x.State, x.Review.Verdict, x.Review.Score, x.Review.At = generation.Ready, verdict, score, storetest.Now.Add(length)
			return nil
		}))(t)
	}
	add(ben, "Zoe", "suno", generation.Pending, 4, time.Minute)
	add(ana, "alpha", generation.BuiltIn, generation.Approved, 9, 2*time.Minute)
	add(ana, "Écho", generation.BuiltIn, generation.Pending, 7, 3*time.Minute)
	add(ana, "100%", "suno", generation.Rejected, 1, time.Second)
	add(ana, "not ready", "suno", "", generation.NoScore, 0)
	for name, c := range map[string]struct {
		table generation.Table
		want  []string
	}{
		"newest first":          {generation.Table{}, []string{"100%", "Écho", "alpha", "Zoe"}},
		"oldest first":          {generation.Table{Sort: "created"}, []string{"Zoe", "alpha", "Écho", "100%"}},
		"by title":              {generation.Table{Sort: "title"}, []string{"100%", "alpha", "Écho", "Zoe"}},
		"by owner, then age":    {generation.Table{Sort: "user"}, []string{"alpha", "Écho", "100%", "Zoe"}},
		"by provider":           {generation.Table{Sort: "provider"}, []string{"alpha", "Écho", "Zoe", "100%"}},
		"by quality":            {generation.Table{Sort: "-quality"}, []string{"alpha", "Écho", "Zoe", "100%"}},
		"by duration":           {generation.Table{Sort: "duration"}, []string{"100%", "Zoe", "alpha", "Écho"}},
		"by plays":              {generation.Table{Sort: "plays"}, []string{"Zoe", "alpha", "Écho", "100%"}},
		"by likes":              {generation.Table{Sort: "-likes"}, []string{"100%", "Écho", "alpha", "Zoe"}},
		"by decision":           {generation.Table{Sort: "-reviewed"}, []string{"Écho", "alpha", "Zoe", "100%"}},
		"pending":               {generation.Table{Verdict: generation.Pending}, []string{"Écho", "Zoe"}},
		"of a provider":         {generation.Table{Provider: "suno"}, []string{"100%", "Zoe"}},
		"a title":               {generation.Table{Text: "ECHO"}, []string{"Écho"}},
		"a person and a prompt": {generation.Table{Text: "BEN lluvia"}, []string{"Zoe"}},
		"a sign of like":        {generation.Table{Text: "100%"}, []string{"100%"}},
		"words that are no SQL": {generation.Table{Text: "'; drop table generation --\x00"}, []string{}},
		"no such provider":      {generation.Table{Provider: "x' or '1'='1\x00"}, []string{}},
	} {
		list := storetest.Get(f.GenerationTable(ctx, c.table, music.Page{}))(t)
		storetest.Same(t, name, storetest.IDs(list.Items, titleOf), c.want)
		if list.Total != len(c.want) {
			t.Errorf("%s: total %d of %d", name, list.Total, len(c.want))
		}
	}
	page := storetest.Get(f.GenerationTable(ctx, generation.Table{Sort: "title"}, music.Page{At: 1, Limit: 2}))(t)
	storetest.Same(t, "a page", storetest.IDs(page.Items, titleOf), []string{"alpha", "Écho"})
	_, err := f.GenerationTable(ctx, generation.Table{Sort: "colour"}, music.Page{})
	f.Code(err, music.Invalid)

	log := func(owner, provider, prompt, status string, cost generation.Money, after time.Duration) {
		t.Helper()
		f.Must(f.AddGenerationLog(ctx, &generation.Log{AccountID: owner, Provider: provider, Prompt: prompt, Status: status, Cost: cost, CreatedAt: storetest.Now.Add(after)}))
	}
	log(ana.AccountID, "suno", "Canción", generation.LogSuccess, 45_100, time.Hour)
	log(ben.AccountID, generation.BuiltIn, "rain", generation.LogFailed, 0, 2*time.Hour)
	log("", "suno", "", generation.LogCancelled, 10, time.Minute)
	for name, c := range map[string]struct {
		table generation.LogTable
		want  []string
	}{
		"newest first":   {generation.LogTable{}, []string{"rain", "Canción", ""}},
		"by time":        {generation.LogTable{Sort: "time"}, []string{"", "Canción", "rain"}},
		"by user":        {generation.LogTable{Sort: "-user"}, []string{"rain", "Canción", ""}},
		"by provider":    {generation.LogTable{Sort: "provider"}, []string{"rain", "Canción", ""}},
		"by status":      {generation.LogTable{Sort: "status"}, []string{"", "rain", "Canción"}},
		"by cost":        {generation.LogTable{Sort: "-cost"}, []string{"Canción", "", "rain"}},
		"failed":         {generation.LogTable{Status: generation.LogFailed}, []string{"rain"}},
		"of a provider":  {generation.LogTable{Provider: "suno"}, []string{"Canción", ""}},
		"of the prompt":  {generation.LogTable{Text: "cancion"}, []string{"Canción"}},
		"of the person":  {generation.LogTable{Text: "ben"}, []string{"rain"}},
		"a sign of like": {generation.LogTable{Text: "%"}, []string{}},
	} {
		list := storetest.Get(f.GenerationLogs(ctx, c.table, music.Page{}))(t)
		storetest.Same(t, "log "+name, storetest.IDs(list.Items, func(l generation.Log) string { return l.Prompt }), c.want)
		if list.Total != len(c.want) {
			t.Errorf("log %s: total %d of %d", name, list.Total, len(c.want))
		}
	}
	_, err = f.GenerationLogs(ctx, generation.LogTable{Sort: "colour"}, music.Page{})
	f.Code(err, music.Invalid)
}
