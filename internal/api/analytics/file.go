package analytics

import (
	"context"
	"encoding/csv"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/analytics"
	"sonora/internal/calendar"
	"sonora/internal/edge"
	store "sonora/internal/store/analytics"
)

// The tables that can be downloaded beside those of items.
const (
	seriesTable    = "series"
	retentionTable = "retention"
)

var tables = []string{seriesTable, retentionTable, "track", "album", "artist", "mix", "podcast", "episode", "station", "device", "country"}

// fileParameters documents what can be downloaded.
func fileParameters(o *edge.Route) {
	text := func(name, description string, enum ...string) {
		s := &huma.Schema{Type: huma.TypeString}
		for _, value := range enum {
			s.Enum = append(s.Enum, value)
		}
		o.Parameters = append(o.Parameters, &huma.Param{Name: name, In: "query", Description: description, Schema: s})
	}
	text("table", "What the file holds; series if omitted.", tables...)
	text("order", "What items are sorted by, highest first; plays if omitted.", string(store.ByPlays), string(store.ByListened))
	text("from", "First day, YYYY-MM-DD; 30 days ago if omitted.")
	text("to", "Last day, YYYY-MM-DD; today if omitted.")
	text("tz", "Time zone of days and hours, such as Europe/Vienna; UTC if omitted.")
}

// file sends a table. It is made in memory, so that the answer says when something
// goes wrong: a line takes about a hundred bytes.
func (a *API) file(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	table := q.Get("table")
	if table == "" {
		table = seriesTable
	}
	days := &Days{q.Get("from"), q.Get("to"), q.Get("tz")}
	rows, err := a.rows(r.Context(), table, days.of(), store.Order(q.Get("order")))
	if err != nil {
		return err
	}
	var out strings.Builder
	c := csv.NewWriter(&out)
	c.UseCRLF = true
	for _, row := range rows {
		for i := range row {
			row[i] = harmless(row[i])
		}
		if err := c.Write(row); err != nil {
			return err
		}
	}
	if c.Flush(); c.Error() != nil {
		return c.Error()
	}
	h := w.Header()
	h.Set("Content-Type", "text/csv; charset=utf-8")
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": "sonora-" + table + ".csv"}))
	h.Set("Cache-Control", "private, no-store")
	_, _ = io.WriteString(w, out.String()) // the client may be gone
	return nil
}

// harmless marks text that a spreadsheet would take for a formula (OWASP, CSV
// Injection).
func harmless(cell string) string {
	if cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
		return "'" + cell
	}
	return cell
}

func (a *API) rows(ctx context.Context, table string, days calendar.Days, order store.Order) ([][]string, error) {
	switch table {
	case seriesTable:
		r, err := a.Analytics.Report(ctx, edge.Viewer(ctx), days)
		if err != nil {
			return nil, err
		}
		return seriesRows(r), nil
	case retentionTable:
		cohorts, err := a.Analytics.Retention(ctx, edge.Viewer(ctx), days)
		return retentionRows(cohorts), err
	}
	tops, err := a.Analytics.Tops(ctx, edge.Viewer(ctx), days, store.Kind(table), order)
	if err != nil {
		return nil, err
	}
	rows := [][]string{{"id", "name", "detail", "plays", "seconds"}}
	for t, err := range tops.Items(ctx, 0) {
		if err != nil {
			return nil, err
		}
		rows = append(rows, []string{t.ID, t.Name, t.Detail, whole(t.Plays), decimal(t.Listened.Seconds())})
	}
	return rows, nil
}

func seriesRows(r *analytics.Report) [][]string {
	rows := [][]string{{
		"at", "plays", "songs", "mixes", "episodes", "sessions", "seconds", "stationSeconds", "people", "newAccounts", "aiCost", "listeners",
		"library", "mixFiles", "recordings", "podcasts", "database",
	}}
	for i := range r.Points {
		p := &r.Points[i]
		f := encodeFigures(&p.Figures)
		row := []string{
			instant(p.At), whole(f.Plays), whole(f.Songs), whole(f.Mixes), whole(f.Episodes), whole(f.Sessions), decimal(f.Seconds), decimal(f.StationSeconds),
			strconv.Itoa(f.People), whole(f.NewAccounts), decimal(f.AICost), decimal(p.Listeners()),
		}
		for _, kind := range store.StorageKinds {
			bytes := ""
			if p.Storage != nil {
				bytes = whole(p.Storage[kind])
			}
			row = append(row, bytes)
		}
		rows = append(rows, row)
	}
	return rows
}

func retentionRows(cohorts []analytics.Cohort) [][]string {
	head := []string{"week", "accounts"}
	for i := range cohorts {
		head = append(head, "week"+strconv.Itoa(i))
	}
	rows := [][]string{head}
	for i := range cohorts {
		row := []string{instant(cohorts[i].Week), strconv.Itoa(cohorts[i].Accounts)}
		for _, n := range cohorts[i].Active {
			row = append(row, strconv.Itoa(n))
		}
		rows = append(rows, append(row, make([]string, len(head)-len(row))...))
	}
	return rows
}

func whole(n int64) string { return strconv.FormatInt(n, 10) }

func decimal(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }
