// Package clients drives a real server with music apps and libraries of others. Each
// client is a program in a folder here: it browses, searches, plays, stars, and edits
// playlists, and fails where an answer is not what it expects.
package clients

import (
	"bytes"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"sonora/internal/testkit/binary"
	"sonora/internal/testkit/fakelib"
)

// patience is how long the test waits for the server on a busy machine.
const patience = 60 * time.Second

// python is Debian's, which finds the package sublime-music.
const python = "/usr/bin/python3"

func TestClients(t *testing.T) {
	environment := serve(t)
	drive := func(name string, args ...string) {
		t.Helper()
		client := exec.CommandContext(t.Context(), name, args...)
		client.Env = append(os.Environ(), environment...)
		if out, err := client.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	}
	t.Run("JavaScript", func(*testing.T) { drive("node", "javascript/client.mjs") })
	t.Run("Supersonic", func(t *testing.T) {
		program := filepath.Join(t.TempDir(), "supersonic")
		build := exec.CommandContext(t.Context(), "go", "build", "-o", program, ".")
		build.Dir = "supersonic"
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		drive(program)
	})
	t.Run("Sublime Music", func(t *testing.T) {
		if err := exec.CommandContext(t.Context(), python, "-c", "import sublime_music").Run(); err != nil {
			t.Skip("the package sublime-music of Debian is not installed")
		}
		drive(python, "sublime/client.py")
	})
}

// serve starts a server with a library, and returns the environment of its clients.
func serve(t *testing.T) []string {
	t.Helper()
	music := t.TempDir()
	tracks := len(fakelib.Build(t, music).Tracks)
	address := freeAddress(t)
	base := "http://" + address
	var log bytes.Buffer
	s := exec.Command(binary.Path(t), "serve", "--listen", address, "--radio-listen", "off", "--data", t.TempDir(), "--music", music)
	s.Stdout, s.Stderr = &log, &log
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = s.Process.Signal(os.Interrupt)
		if err := s.Wait(); err != nil || t.Failed() {
			t.Errorf("the server ended with %v and said:\n%s", err, log.String())
		}
	})
	await(t, func() bool {
		answer, err := http.Get(base + "/health")
		if err != nil {
			return false
		}
		answer.Body.Close()
		return answer.StatusCode == http.StatusOK
	})
	const email, password = "ada@example.com", "quiet-river"
	call(t, http.MethodPost, base+"/api/auth/register/", "", map[string]string{"email": email, "password1": password, "password2": password}, nil)
	var session struct{ Access string }
	call(t, http.MethodPost, base+"/api/auth/login/", "", map[string]string{"email": email, "password": password}, &session)
	await(t, func() bool {
		var found []struct{ ID string }
		call(t, http.MethodGet, base+"/api/tracks", session.Access, nil, &found)
		return len(found) == tracks
	})
	var key struct{ Secret string }
	call(t, http.MethodPost, base+"/api/account/api-keys", session.Access, map[string]any{"name": "Client", "scopes": []string{"listen"}, "password": password}, &key)
	return []string{"SONORA_URL=" + base, "SONORA_USER=" + email, "SONORA_KEY=" + key.Secret}
}

func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// await waits until the condition holds.
func await(t *testing.T, holds func() bool) {
	t.Helper()
	deadline := time.After(patience)
	for !holds() {
		select {
		case <-deadline:
			t.Fatal("condition not met in time")
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// call sends JSON and decodes the JSON of the answer.
func call(t *testing.T, method, url, token string, body, answer any) {
	t.Helper()
	sent, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(t.Context(), method, url, bytes.NewReader(sent))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode >= 300 {
		t.Fatalf("%s %s: %s %s %v", method, url, resp.Status, data, err)
	}
	if answer == nil {
		return
	}
	if err := json.Unmarshal(data, answer); err != nil {
		t.Fatal(err)
	}
}
