package stations_test

import (
	"testing"

	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/store/storetest"
)

// stationTable checks the search, the filters, the orders and the pages of the
// operator's table.
func stationTable(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	add := func(name, genre string, more func(*station.Station)) string {
		t.Helper()
		s := station.New()
		s.Name, s.Genre, s.StreamURL, s.CreatedAt = name, genre, "https://a.example/s", storetest.Now
		if more != nil {
			more(&s)
		}
		f.Must(f.CreateStation(ctx, &s, station.MaxOwned))
		return s.ID
	}
	zoe := add("Zoe", "Éclair", func(s *station.Station) { s.Bitrate = 320 })
	add("alpha", "jazz", func(s *station.Station) { s.IsPublic, s.Kind = false, station.Shoutcast })
	echo := add("Écho", "Jazz", func(s *station.Station) { s.Mode, s.StreamURL = station.ModeAutoDJ, "" })
	add("Middle 100%", "", nil)
	now := func(id string) (bool, int) {
		return id == zoe || id == echo, map[string]int{zoe: 3, echo: 7}[id]
	}
	read := func(table station.Table, p music.Page) music.List[station.Station] {
		t.Helper()
		table.Now = now
		return storetest.Get(f.StationTable(ctx, table, p))(t)
	}
	names := func(list music.List[station.Station]) []string {
		out := []string{}
		for i := range list.Items {
			out = append(out, list.Items[i].Name)
		}
		return out
	}
	yes, no := true, false
	for name, c := range map[string]struct {
		table station.Table
		want  []string
	}{
		"newest first":          {station.Table{}, []string{"Middle 100%", "Écho", "alpha", "Zoe"}},
		"oldest first":          {station.Table{Sort: "created"}, []string{"Zoe", "alpha", "Écho", "Middle 100%"}},
		"by name":               {station.Table{Sort: "name"}, []string{"alpha", "Écho", "Middle 100%", "Zoe"}},
		"by name, down":         {station.Table{Sort: "-name"}, []string{"Zoe", "Middle 100%", "Écho", "alpha"}},
		"by genre, then age":    {station.Table{Sort: "genre"}, []string{"Middle 100%", "Zoe", "alpha", "Écho"}},
		"by genre, down":        {station.Table{Sort: "-genre"}, []string{"Écho", "alpha", "Zoe", "Middle 100%"}},
		"by listeners":          {station.Table{Sort: "-listeners"}, []string{"Écho", "Zoe", "Middle 100%", "alpha"}},
		"by status":             {station.Table{Sort: "-status"}, []string{"Écho", "Zoe", "Middle 100%", "alpha"}},
		"by type":               {station.Table{Sort: "type"}, []string{"Écho", "Zoe", "Middle 100%", "alpha"}},
		"by quality":            {station.Table{Sort: "-quality"}, []string{"Zoe", "Middle 100%", "Écho", "alpha"}},
		"words":                 {station.Table{Text: "ECHO jazz"}, []string{"Écho"}},
		"a sign of like":        {station.Table{Text: "100%"}, []string{"Middle 100%"}},
		"words that are no SQL": {station.Table{Text: "'; drop table station --\x00"}, []string{}},
		"a genre":               {station.Table{Genre: "JAZZ"}, []string{"Écho", "alpha"}},
		"a mode":                {station.Table{Mode: station.ModeAutoDJ}, []string{"Écho"}},
		"for members only":      {station.Table{IsPublic: &no}, []string{"alpha"}},
		"for everyone":          {station.Table{IsPublic: &yes, Genre: "jazz"}, []string{"Écho"}},
		"on air":                {station.Table{IsOnAir: &yes}, []string{"Écho", "Zoe"}},
		"off air":               {station.Table{IsOnAir: &no, Sort: "name"}, []string{"alpha", "Middle 100%"}},
	} {
		list := read(c.table, music.Page{})
		storetest.Same(t, name, names(list), c.want)
		if list.Total != len(c.want) {
			t.Errorf("%s: total %d of %d", name, list.Total, len(c.want))
		}
	}
	part := read(station.Table{Sort: "name"}, music.Page{At: 1, Limit: 2})
	storetest.Same(t, "a page", names(part), []string{"Écho", "Middle 100%"})
	if part.Total != 4 {
		t.Errorf("a page: total %d", part.Total)
	}
	if beyond := read(station.Table{}, music.Page{At: 99}); len(beyond.Items) != 0 || beyond.Total != 4 {
		t.Errorf("beyond the end: %+v", beyond)
	}
	for _, sort := range []station.TableSort{"nope", "-", "--name", "name; drop table station", "folded"} {
		_, err := f.StationTable(ctx, station.Table{Sort: sort}, music.Page{})
		f.Code(err, music.Invalid)
	}
	_, err := f.StationTable(ctx, station.Table{}, music.Page{After: "1eyJ"})
	f.Code(err, music.Invalid)
}
