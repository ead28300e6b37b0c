package diagnostics

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/settings"
)

// noted is what the audit log gets.
type noted []string

func (n *noted) NoteOperation(_ context.Context, actor string, kind people.AuditKind, detail string) error {
	*n = append(*n, fmt.Sprint(actor, " ", kind, " ", detail))
	return nil
}

var ana = music.Viewer{AccountID: "ana", Role: music.Admin}

func TestLogKeepsTheLastLines(t *testing.T) {
	var out bytes.Buffer
	l := NewLog(&out, slog.LevelInfo)
	log := l.Logger().With("part", "radio").WithGroup("station")
	for i := range keptLines + 3 {
		log.Info("reload station failed", "mount", i, "level", "high")
	}
	log.Debug("not logged")
	log.Error("disk full", "error", strings.Repeat("é", maxAttributes))

	lines, last := l.Lines(Filter{Limit: 1 << 20})
	if len(lines) != keptLines || last != keptLines+4 || lines[0].Number != 5 {
		t.Fatalf("%d lines from %d, the last is %d", len(lines), lines[0].Number, last)
	}
	if got := lines[0]; got.Message != "reload station failed" || got.Attributes != "part=radio station.mount=4 station.level=high" || got.Level != slog.LevelInfo || got.Time.IsZero() {
		t.Errorf("kept %+v", got)
	}
	if n := len(lines[keptLines-1].Attributes); n > maxAttributes+len("…") {
		t.Errorf("%d bytes of attributes are kept", n)
	}
	if n := strings.Count(out.String(), "\n"); n != keptLines+4 || strings.Contains(out.String(), "not logged") {
		t.Errorf("%d lines were written", n)
	}
}

func TestLinesAreSelected(t *testing.T) {
	l := NewLog(io.Discard, slog.LevelDebug)
	log := l.Logger()
	log.Debug("request", "path", "/api/Tracks")
	log.Warn("reload station failed", "error", "no source")
	log.Info("request", "path", "/api/tracks/7")
	for _, x := range []struct {
		name string
		Filter
		want string
	}{
		{"all", Filter{Level: slog.LevelDebug, Limit: 9}, "1 2 3"},
		{"newest", Filter{Level: slog.LevelDebug, Limit: 2}, "2 3"},
		{"level", Filter{Level: slog.LevelInfo, Limit: 9}, "2 3"},
		{"new", Filter{Level: slog.LevelDebug, After: 2, Limit: 9}, "3"},
		{"attribute", Filter{Level: slog.LevelDebug, Text: "TRACKS", Limit: 9}, "1 3"},
		{"message", Filter{Level: slog.LevelDebug, Text: "station", Limit: 9}, "2"},
		{"none", Filter{Level: slog.LevelError, Limit: 9}, ""},
	} {
		lines, _ := l.Lines(x.Filter)
		var got []string
		for _, line := range lines {
			got = append(got, strconv.FormatInt(line.Number, 10))
		}
		if strings.Join(got, " ") != x.want {
			t.Errorf("%s: lines %v, not %s", x.name, got, x.want)
		}
	}
}

func TestChosenLevelEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var audit noted
		s := New(Config{Log: NewLog(io.Discard, slog.LevelInfo), Audit: &audit})
		level := func() slog.Level { at, _ := s.Log.Level(); return at }
		must(t, s.SetLevel(t.Context(), ana, slog.LevelDebug))
		<-time.After(changedFor - time.Minute)
		must(t, s.SetLevel(t.Context(), ana, slog.LevelWarn))
		<-time.After(2 * time.Minute)
		if level() != slog.LevelWarn {
			t.Errorf("the end of the first change ended the second: %s", level())
		}
		<-time.After(changedFor)
		if _, until := s.Log.Level(); level() != slog.LevelInfo || !until.IsZero() {
			t.Errorf("level %s until %s", level(), until)
		}
		if got := strings.Join(audit, "|"); got != "ana log_level_changed debug|ana log_level_changed warn" {
			t.Errorf("noted %s", got)
		}
	})
}

func TestBundleHasNoSecrets(t *testing.T) {
	l := NewLog(io.Discard, slog.LevelInfo)
	l.Logger().Warn("send alert failed", "error", `post "https://user:sesame1@hooks.example/x?access_token=sesame2&n=5": Authorization: Bearer sesame3`)
	l.Logger().Warn("connect failed", "url", "postgres://sonora:ses@ame4@db.example/sonora", "password", "sesame5", "header", `{"X-Api-Key":"sesame6"}`)
	given := music.DefaultSettings()
	given.SunoAPIKey, given.SlackWebhook = "sesame7", "https://hooks.example/sesame8"
	var audit noted
	s := New(Config{
		Log: l, Audit: &audit, Settings: func() map[string]any { return settings.Public(given) },
		Facts: func() []Fact { return []Fact{{"database", "postgres://sonora:sesame9@db.example/sonora"}} },
		Check: func(context.Context) ([]Check, error) {
			return []Check{{"port", Broken, music.Say("In use."), music.Say("Stop what uses it.")}}, nil
		},
	})
	var file bytes.Buffer
	must(t, s.Bundle(t.Context(), ana, &file))
	z, err := zip.NewReader(bytes.NewReader(file.Bytes()), int64(file.Len()))
	must(t, err)
	var all strings.Builder
	for _, f := range z.File {
		r, err := f.Open()
		must(t, err)
		text, err := io.ReadAll(r)
		must(t, err)
		fmt.Fprintf(&all, "== %s\n%s", f.Name, text)
	}
	for _, want := range []string{
		"== about.txt\ndatabase: postgres://…@db.example/sonora\ngo: go", "broken  port      In use.\n                  → Stop what uses it.", `"slackWebhook": "(set)"`, `"sunoApiKey": "(set)"`,
		`"mubertApiKey": "(not set)"`, `"siteName": "Sonora"`, "WARN  send alert failed", "&n=5", "TestBundleHasNoSecrets",
	} {
		if !strings.Contains(all.String(), want) {
			t.Errorf("the bundle lacks %q", want)
		}
	}
	for line := range strings.SplitSeq(all.String(), "\n") {
		if strings.Contains(line, "sesame") || strings.Contains(line, "ame4") {
			t.Errorf("the bundle has a secret: %s", line)
		}
	}
	if got := strings.Join(audit, "|"); got != "ana bundle_downloaded " {
		t.Errorf("noted %s", got)
	}
}

func TestOneCheckAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(Config{Check: func(ctx context.Context) ([]Check, error) { <-ctx.Done(); return nil, ctx.Err() }})
		began := time.Now()
		go s.Checks(t.Context())
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := s.Checks(ctx); err == nil || time.Since(began) != time.Second {
			t.Errorf("the second check got %v after %s", err, time.Since(began))
		}
		synctest.Wait()
		<-time.After(checkTimeout)
	})
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
