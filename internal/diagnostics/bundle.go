package diagnostics

import (
	"archive/zip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"runtime"
	"runtime/pprof"
	"strconv"
	"strings"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
)

// Fact is one thing to know about the server.
type Fact struct{ Name, Value string }

// Bundle writes a ZIP file for those who help an operator: what the server is,
// its settings, its checks, what it does, and its log, all without secrets.
func (s *Service) Bundle(ctx context.Context, v music.Viewer, w io.Writer) error {
	if err := s.Audit.NoteOperation(ctx, v.AccountID, people.BundleDownloaded, ""); err != nil {
		return fmt.Errorf("note the support bundle: %w", err)
	}
	checks, err := s.Checks(ctx)
	if err != nil {
		return fmt.Errorf("check the server: %w", err)
	}
	settings, err := json.MarshalIndent(s.Settings(), "", "  ")
	if err != nil {
		return fmt.Errorf("write the settings: %w", err)
	}
	goroutines := new(strings.Builder)
	if err := pprof.Lookup("goroutine").WriteTo(goroutines, 1); err != nil {
		return fmt.Errorf("list goroutines: %w", err)
	}
	z := zip.NewWriter(w)
	for _, f := range []struct{ name, text string }{
		{"about.txt", withoutLogins(s.about())},
		{"checks.txt", withoutLogins(Text(checks))},
		{"settings.json", withoutLogins(string(settings))},
		{"log.txt", withoutSecrets(s.logText())},
		{"goroutines.txt", goroutines.String()},
	} {
		out, err := z.CreateHeader(&zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: time.Now()})
		if err != nil {
			return fmt.Errorf("write %s: %w", f.name, err)
		}
		if _, err := io.WriteString(out, f.text); err != nil {
			return fmt.Errorf("write %s: %w", f.name, err)
		}
	}
	return z.Close()
}

func (s *Service) about() string {
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	facts := append(s.Facts(),
		Fact{"go", runtime.Version()}, Fact{"system", runtime.GOOS + "/" + runtime.GOARCH}, Fact{"processors", strconv.Itoa(runtime.NumCPU())},
		Fact{"goroutines", strconv.Itoa(runtime.NumGoroutine())}, Fact{"heap", fmt.Sprintf("%d bytes", memory.HeapAlloc)},
		Fact{"written", time.Now().UTC().Format(time.RFC3339)})
	text := new(strings.Builder)
	for _, f := range facts {
		fmt.Fprintf(text, "%s: %s\n", f.Name, f.Value)
	}
	return text.String()
}

func (s *Service) logText() string {
	lines, _ := s.Log.Lines(Filter{Level: -1 << 10, Limit: keptLines})
	text := new(strings.Builder)
	for _, l := range lines {
		fmt.Fprintf(text, "%s %-5s %s %s\n", l.Time.UTC().Format(time.RFC3339Nano), l.Level, l.Message, l.Attributes)
	}
	return text.String()
}

var (
	login   = regexp.MustCompile(`://[^\s"'<>]*@`)
	keyName = regexp.MustCompile(`(?i)\b([a-z0-9_-]*(?:token|secret|password|passwd|signature|credential|api_?-?key|authorization|cookie)[a-z0-9_-]*\\?"?[=:]\s*\\?"?(?:bearer |basic )?)[^\s"\\&,;]+`)
)

// withoutLogins leaves out the names and passwords in addresses.
func withoutLogins(text string) string { return login.ReplaceAllString(text, "://…@") }

// withoutSecrets leaves out what signs somebody in: logins in addresses, and the
// values of parameters, headers and fields whose names say that they are keys.
func withoutSecrets(text string) string {
	return keyName.ReplaceAllString(withoutLogins(text), "${1}…")
}
