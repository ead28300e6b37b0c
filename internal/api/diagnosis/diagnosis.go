// Package diagnosis is the operator's API of what helps to find out why the server
// does not do what it should.
package diagnosis

import (
	"bytes"
	"context"
	"log/slog"
	"mime"
	"net/http"
	"time"

	"sonora/internal/diagnostics"
	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/words"
)

// API implements the operations in routes.go.
type API struct{ *diagnostics.Service }

// New registers the operations.
func New(e *edge.Edge, s *diagnostics.Service) *API {
	a := &API{s}
	a.routes(e)
	return a
}

type checkJSON struct {
	Name   string `json:"name" doc:"What was checked."`
	State  string `json:"state" enum:"ok,off,broken" doc:"Whether it works: ok, off if the server runs without it, or broken."`
	Says   string `json:"says" doc:"What was found."`
	Remedy string `json:"remedy" doc:"What to do about it; empty for nothing."`
}

func (a *API) checks(ctx context.Context, in *edge.Part) (*edge.PageOf[checkJSON], error) {
	list, err := a.Checks(ctx)
	language := music.LanguageOf(ctx)
	return edge.PartOf(in, list, err, func(c *diagnostics.Check) checkJSON {
		return checkJSON{c.Name, string(c.State), words.Render(language, c.Says), words.Render(language, c.Remedy)}
	})
}

// levels are the levels of the log by their names in the API.
var levels = map[string]slog.Level{"debug": slog.LevelDebug, "info": slog.LevelInfo, "warn": slog.LevelWarn, "error": slog.LevelError}

// nameOf returns the name of a level; one in between belongs to the level below.
func nameOf(level slog.Level) string {
	for _, name := range []string{"error", "warn", "info"} {
		if level >= levels[name] {
			return name
		}
	}
	return "debug"
}

type logJSON struct {
	Level string          `json:"level" enum:"debug,info,warn,error" doc:"The lowest level that is logged."`
	Until edge.TimeOrNull `json:"until" doc:"When it returns to the level that the server was started with; null if it is that."`
	Last  int64           `json:"last" doc:"Number of the newest line, whether or not it is among these. It is lower than before after the server has restarted."`
	Lines []lineJSON      `json:"lines" nullable:"false" doc:"The newest lines that were asked for, oldest first."`
}

type lineJSON struct {
	Number     int64     `json:"number" doc:"Counts the lines of this server since it started, from 1."`
	Time       edge.Time `json:"time" doc:"When it was written."`
	Level      string    `json:"level" enum:"debug,info,warn,error" doc:"Its level."`
	Message    string    `json:"message" doc:"What happened."`
	Attributes string    `json:"attributes" doc:"Facts, as key=value; may be empty."`
}

type logInput struct {
	After int64  `query:"after" minimum:"0" doc:"Only lines with greater numbers."`
	Level string `query:"level" enum:"debug,info,warn,error" default:"debug" doc:"The lowest level."`
	Text  string `query:"q" maxLength:"200" doc:"Only lines that contain this text; case does not matter."`
	Limit int    `query:"limit" minimum:"1" maximum:"500" default:"200" doc:"At most this many lines."`
}

func (a *API) log(_ context.Context, in *logInput) (*edge.Body[logJSON], error) {
	lines, last := a.Log.Lines(diagnostics.Filter{After: in.After, Level: levels[in.Level], Text: in.Text, Limit: in.Limit})
	level, until := a.Log.Level()
	return edge.Reply(logJSON{nameOf(level), edge.TimeOrNull(until), last, edge.EncodeAll(lines, func(l *diagnostics.Line) lineJSON {
		return lineJSON{l.Number, edge.Time(l.Time), nameOf(l.Level), l.Message, l.Attributes}
	})})
}

type levelInput struct {
	Body struct {
		Level string `json:"level" enum:"debug,info,warn,error" doc:"The lowest level to log."`
	}
}

func (a *API) setLevel(ctx context.Context, in *levelInput) (*edge.Body[edge.Detail], error) {
	if err := a.SetLevel(ctx, edge.Viewer(ctx), levels[in.Body.Level]); err != nil {
		return nil, err
	}
	return edge.Say("The level of the log is changed.")
}

// bundle sends a support bundle.
func (a *API) bundle(w http.ResponseWriter, r *http.Request) error {
	var file bytes.Buffer
	if err := a.Bundle(r.Context(), edge.Viewer(r.Context()), &file); err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", "application/zip")
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": "sonora-support-" + time.Now().UTC().Format("20060102-150405") + ".zip"}))
	h.Set("Cache-Control", "private, no-store")
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(file.Bytes()))
	return nil
}
