package backup_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"testing"

	"sonora/internal/backup"
	"sonora/internal/music"
)

// playsProcess makes this test program the process of a backup. It obeys as its value says.
const playsProcess = "SONORA_TEST_BACKUP_PROCESS"

// obey is the process that makes a backup.
func obey(as string) error {
	return backup.Obey(context.Background(), os.Stdin, os.Stdout, func(ctx context.Context, server json.RawMessage, kind backup.Kind, progress backup.Progress) (*backup.Backup, error) {
		switch as {
		case "fails":
			return nil, music.NewError(music.Unavailable, "There is no room for the backup at %s.", "here").Because(errors.New("disk full"))
		case "breaks":
			return nil, errors.New("a fault")
		case "dies":
			fmt.Fprint(os.Stderr, strings.Repeat("noise ", 1000), "the last words")
			os.Exit(3)
		case "waits":
			progress(0.25)
			<-ctx.Done()
			return nil, os.WriteFile(string(server[1:len(server)-1]), []byte("cleaned up"), 0o600)
		}
		progress(0.5)
		return &backup.Backup{Name: string(server), Kind: kind, Rows: 7}, nil
	})
}

func process(t *testing.T, as string, server any) *backup.Process {
	t.Helper()
	t.Setenv(playsProcess, as)
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return &backup.Process{Command: []string{program}, Server: server, Log: slog.New(slog.DiscardHandler)}
}

func TestProcessMakesBackup(t *testing.T) {
	var heard []float64
	b, err := process(t, "makes", "a server").Make(t.Context(), backup.Daily, func(done float64) { heard = append(heard, done) })
	if err != nil {
		t.Fatal(err)
	}
	if b.Name != `"a server"` || b.Kind != backup.Daily || b.Rows != 7 || len(heard) != 1 || heard[0] != 0.5 {
		t.Errorf("got %+v after the progress %v", b, heard)
	}
}

func TestProcessTellsWhyItFailed(t *testing.T) {
	for as, want := range map[string]struct {
		code music.Code
		text string
	}{
		"fails":  {music.Unavailable, "There is no room for the backup at here: disk full"},
		"breaks": {music.Internal, "a fault"},
		"dies":   {music.Internal, "the last words"},
	} {
		_, err := process(t, as, nil).Make(t.Context(), backup.Daily, func(float64) {})
		if err == nil || music.CodeOf(err) != want.code || !strings.HasSuffix(err.Error(), want.text) {
			t.Errorf("%s: got %v", as, err)
		}
		if err != nil && len(err.Error()) > 5<<10 {
			t.Errorf("%s: the error has %d bytes", as, len(err.Error()))
		}
	}
}

func TestProcessStopsWithItsServer(t *testing.T) {
	trace := t.TempDir() + "/trace"
	ctx, stop := context.WithCancel(t.Context())
	_, err := process(t, "waits", trace).Make(ctx, backup.Daily, func(float64) { stop() })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if text, err := os.ReadFile(trace); err != nil || string(text) != "cleaned up" {
		t.Errorf("got %q, %v", text, err)
	}
}
