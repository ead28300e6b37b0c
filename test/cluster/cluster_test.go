// Package cluster runs two real servers on one database and one bus, and kills
// one of them.
package cluster

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"sonora/internal/store/pgtest"
	"sonora/internal/testkit/binary"
	"sonora/internal/testkit/fakelib"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// patience is how long a test waits on a busy machine. What Sonora promises is
// asserted separately.
const patience = 60 * time.Second

// takeover is how long the listeners of a station may receive nothing after its
// server died: five seconds, of which their burst covers four.
const takeover = 5 * time.Second

// process is one server.
type process struct {
	*exec.Cmd
	t    *testing.T
	base string
	log  *output
}

// output is what a process has printed.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

func TestStationOutlivesServer(t *testing.T) {
	if _, err := exec.LookPath("ffmpeg"); err != nil {
		t.Skip("an AutoDJ needs ffmpeg")
	}
	bin := binary.Path(t)
	database := pgtest.New(t, nil)
	nats := startNATS(t)
	bus := nats.ClientURL()
	music := t.TempDir()
	for i := range 4 {
		fakelib.Write(t, music, fmt.Sprintf("Song %d.wav", i), fakelib.Clicks(float64(100+10*i), 30))
	}
	first, second := t.TempDir(), t.TempDir()
	servers := []*process{serve(t, bin, first, database, bus, music)}
	shareKey(t, first, second)
	servers = append(servers, serve(t, bin, second, database, bus, music))
	token := signUp(t, servers[0].base)
	startStation(t, servers[0].base, token)

	var heard [2]*listener
	for i, s := range servers {
		heard[i] = listen(t, s.base+"/radio/night")
	}
	for _, l := range heard {
		l.until(func() bool { return l.bytes() > 64<<10 })
	}
	number := sameSegments(t, servers)
	owner, other := 0, 1
	if strings.Contains(servers[1].log.String(), "took station") {
		owner, other = 1, 0
	}
	if err := servers[owner].Process.Kill(); err != nil {
		t.Fatal(err)
	}
	died := time.Now()
	survivor := heard[other]
	before := survivor.bytes()
	survivor.until(func() bool { return strings.Contains(servers[other].log.String(), "took station") })
	survivor.until(func() bool { return survivor.bytes() > before+96<<10 }) // six more seconds
	if survivor.ended() {
		t.Error("the listener was disconnected")
	}
	if gap := survivor.longest(); gap > takeover+time.Second { // a second for the test itself
		t.Errorf("nothing was received for %v", gap)
	}
	survivor.until(func() bool { // its own first segment takes its time
		after, _ := segment(t, servers[other].base)
		return after > number
	})
	t.Logf("longest silence on the line %v, %v after the kill", survivor.longest(), time.Since(died))

	nats.Shutdown()
	await(t, func() bool {
		var health struct {
			Degraded []struct{ Part string }
		}
		call(t, http.MethodGet, servers[other].base+"/health", "", nil, &health)
		return len(health.Degraded) == 1 && health.Degraded[0].Part == "bus"
	})
}

func startNATS(t *testing.T) *server.Server {
	t.Helper()
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	go s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(patience) {
		t.Fatal("NATS did not start")
	}
	return s
}

func serve(t *testing.T, bin, data, database, bus, music string) *process {
	t.Helper()
	address := freeAddress(t)
	p := &process{t: t, base: "http://" + address, log: new(output)}
	p.Cmd = exec.Command(bin, "serve", "--listen", address, "--radio-listen", "off", "--data", data, "--database", database, "--bus", bus, "--music", music)
	p.Stdout, p.Stderr = p.log, p.log
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = p.Process.Kill() // the test may have killed it already
		_ = p.Wait()
		if t.Failed() {
			t.Logf("%s said:\n%s", p.base, p.log)
		}
	})
	await(t, func() bool {
		resp, err := http.Get(p.base + "/health")
		if err != nil {
			return false
		}
		resp.Body.Close()
		return resp.StatusCode == http.StatusOK
	})
	return p
}

// shareKey gives a server the key of another: the servers of a cluster share
// one key.
func shareKey(t *testing.T, from, to string) {
	t.Helper()
	const name = "secret.key"
	key, err := os.ReadFile(filepath.Join(from, name))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(to, name), key, 0o600); err != nil {
		t.Fatal(err)
	}
}

func freeAddress(t *testing.T) string {
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
	var sent io.Reader
	if body != nil {
		data, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		sent = bytes.NewReader(data)
	}
	r, err := http.NewRequestWithContext(t.Context(), method, url, sent)
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
	if answer != nil {
		if err := json.Unmarshal(data, answer); err != nil {
			t.Fatal(err)
		}
	}
}

func signUp(t *testing.T, base string) (token string) {
	t.Helper()
	person := map[string]string{"email": "ada@example.com", "password1": "quiet-river", "password2": "quiet-river", "first_name": "Ada", "last_name": "Sine"}
	call(t, http.MethodPost, base+"/api/auth/register/", "", person, nil)
	var tokens struct{ Access string }
	call(t, http.MethodPost, base+"/api/auth/login/", "", map[string]string{"email": "ada@example.com", "password": "quiet-river"}, &tokens)
	return tokens.Access
}

// startStation creates a station that plays a playlist of all songs.
func startStation(t *testing.T, base, token string) {
	t.Helper()
	var tracks []struct{ ID string }
	await(t, func() bool {
		call(t, http.MethodGet, base+"/api/tracks", token, nil, &tracks)
		return len(tracks) == 4
	})
	ids := make([]string, 0, len(tracks))
	for _, track := range tracks {
		ids = append(ids, track.ID)
	}
	var playlist struct{ ID string }
	call(t, http.MethodPost, base+"/api/playlists", token, map[string]string{"name": "Clicks"}, &playlist)
	call(t, http.MethodPost, base+"/api/playlists/"+playlist.ID+"/tracks", token, map[string]any{"trackIds": ids}, nil)
	call(t, http.MethodPost, base+"/api/radios", token, map[string]any{"name": "Night", "mount": "night", "mode": "autodj", "playlistId": playlist.ID, "options": map[string]any{"hls": true}}, nil)
}

// sameSegments checks that every server has the same HLS segments, and returns
// the number of the last one.
func sameSegments(t *testing.T, servers []*process) int64 {
	t.Helper()
	number, sound := segment(t, servers[0].base)
	url := fmt.Sprintf("%s/radio/night/hls/%d.ts", servers[1].base, number)
	var got []byte
	await(t, func() bool {
		body, status := fetch(t, url)
		got = body
		return status == http.StatusOK
	})
	if !bytes.Equal(got, sound) {
		t.Errorf("segment %d has %d bytes on one server and %d on another", number, len(sound), len(got))
	}
	return number
}

// segment waits for the live playlist of a server and returns its last segment.
func segment(t *testing.T, base string) (number int64, sound []byte) {
	t.Helper()
	await(t, func() bool {
		list, status := fetch(t, base+"/radio/night/hls/live.m3u8")
		lines := strings.Fields(string(list))
		if status != http.StatusOK || len(lines) == 0 {
			return false
		}
		if _, err := fmt.Sscanf(lines[len(lines)-1], "%d.ts", &number); err != nil {
			return false
		}
		sound, status = fetch(t, fmt.Sprintf("%s/radio/night/hls/%d.ts", base, number))
		return status == http.StatusOK
	})
	return number, sound
}

func fetch(t *testing.T, url string) (body []byte, status int) {
	t.Helper()
	resp, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err = io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return body, resp.StatusCode
}

// listener reads a station.
type listener struct {
	t *testing.T

	mu   sync.Mutex
	n    int
	last time.Time
	gap  time.Duration
	done bool
}

func listen(t *testing.T, url string) *listener {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	l := &listener{t: t}
	var resp *http.Response
	await(t, func() bool {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			t.Fatal(err)
		}
		if resp, err = http.DefaultClient.Do(r); err != nil {
			return false
		}
		if resp.StatusCode != http.StatusOK {
			resp.Body.Close()
			return false
		}
		return true
	})
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		defer resp.Body.Close()
		l.read(resp.Body)
	}()
	t.Cleanup(func() { cancel(); <-ended })
	return l
}

func (l *listener) read(body io.Reader) {
	b := make([]byte, 16<<10)
	for {
		n, err := body.Read(b)
		l.mu.Lock()
		if now := time.Now(); l.n > 0 {
			l.gap = max(l.gap, now.Sub(l.last))
			l.last = now
		} else {
			l.last = now
		}
		l.n += n
		l.done = err != nil
		l.mu.Unlock()
		if err != nil {
			return
		}
	}
}

func (l *listener) bytes() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.n
}

func (l *listener) ended() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.done
}

// longest returns the longest time without data.
func (l *listener) longest() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.gap
}

func (l *listener) until(holds func() bool) {
	l.t.Helper()
	await(l.t, func() bool { return holds() || l.ended() })
}
