package studio

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"
	"go.uber.org/goleak"

	"sonora/internal/codec/ogg"
	"sonora/internal/music"
	"sonora/internal/radio/ingest"
	"sonora/internal/station"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// fakeStation is a station that records what is played on it.
type fakeStation struct {
	ingest.Stations
	mu     sync.Mutex
	refuse error
	sound  bytes.Buffer
	titles []station.StreamTitle
	went   chan struct{} // receives a value when a source ends
	off    chan error    // disconnects the source
}

func (d *fakeStation) Admit(context.Context, ingest.Pass) error { return d.refuse }

func (d *fakeStation) SetTitle(_ context.Context, _ ingest.Pass, title station.StreamTitle) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.titles = append(d.titles, title)
	return nil
}

func (d *fakeStation) GoOnAir(_ context.Context, _ ingest.Pass, s ingest.Source) error {
	defer func() { d.went <- struct{}{} }()
	frames := make(chan error, 1)
	go func() {
		for {
			f, err := s.Frames.Next()
			if err != nil {
				frames <- err
				return
			}
			d.mu.Lock()
			d.sound.Write(f.Header)
			d.sound.Write(f.Data)
			d.mu.Unlock()
		}
	}()
	select {
	case err := <-d.off:
		return err
	case err := <-frames:
		if errors.Is(err, io.EOF) {
			return nil
		}
		return err
	}
}

type world struct {
	*testing.T
	station *fakeStation
	studio  *Studio
	url     string
}

func start(t *testing.T) *world {
	d := &fakeStation{went: make(chan struct{}, 10), off: make(chan error, 1)}
	s := New(Config{
		Stations: d, Still: func(context.Context, ingest.Pass) error { return nil }, Log: slog.New(slog.DiscardHandler),
		Status: func(string) station.Status { return station.Status{State: station.StateLive, Listeners: 7} },
		Level:  func(string) (float64, bool) { return -12.5, true },
	})
	pass := ingest.Pass{Station: &station.Station{ID: "station", Mount: "one"}, AccountID: "ada", DJ: "Ada"}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{Subprotocols: []string{Protocol}})
		if err != nil {
			return
		}
		defer conn.CloseNow()
		_ = s.Serve(r.Context(), conn, pass, "test", "192.0.2.1") // the client is gone
	}))
	t.Cleanup(func() { s.Close(); server.Close(); http.DefaultClient.CloseIdleConnections() })
	return &world{T: t, station: d, studio: s, url: server.URL}
}

// hello connects and returns the connection with the server's first message.
func (w *world) hello(m BrowserMessage) (*websocket.Conn, ServerMessage) {
	w.Helper()
	conn, resp, err := websocket.Dial(w.Context(), w.url, &websocket.DialOptions{Subprotocols: []string{Protocol}})
	if err != nil {
		w.Fatal(err)
	}
	if resp.Body != nil {
		resp.Body.Close()
	}
	w.Cleanup(func() { conn.CloseNow() })
	m.Type = typeHello
	w.send(conn, m)
	return conn, w.read(conn)
}

func (w *world) send(conn *websocket.Conn, m BrowserMessage) {
	w.Helper()
	if err := wsjson.Write(w.Context(), conn, m); err != nil {
		w.Fatal(err)
	}
}

func (w *world) read(conn *websocket.Conn) (m ServerMessage) {
	w.Helper()
	if err := wsjson.Read(w.Context(), conn, &m); err != nil {
		w.Fatal(err)
	}
	return m
}

// until reads messages until one matches.
func (w *world) until(conn *websocket.Conn, wanted func(ServerMessage) bool) ServerMessage {
	w.Helper()
	for {
		if m := w.read(conn); wanted(m) {
			return m
		}
	}
}

func (w *world) packet(conn *websocket.Conn, seq uint32, data []byte) {
	w.Helper()
	b := binary.BigEndian.AppendUint32(nil, seq)
	b = binary.BigEndian.AppendUint32(b, 20_000)
	if err := conn.Write(w.Context(), websocket.MessageBinary, append(b, data...)); err != nil {
		w.Fatal(err)
	}
}

var opusSource = BrowserMessage{Codec: "opus", Channels: 2, Bitrate: 128_000}

func TestPacketsArriveOnceAndInOrderOverTwoConnections(t *testing.T) {
	w := start(t)
	conn, ready := w.hello(opusSource)
	if ready.Type != typeReady || ready.Session == "" {
		t.Fatalf("answer to hello: %+v", ready)
	}
	for seq := range uint32(10) {
		w.packet(conn, 100+seq, []byte{0xfc, byte(seq)})
	}
	w.until(conn, func(m ServerMessage) bool { return m.Next == 110 })
	conn.CloseNow()

	again := opusSource
	again.Session = ready.Session
	conn, back := w.hello(again)
	if back.Session != ready.Session || back.Next != 110 {
		t.Fatalf("answer to the second hello: %+v", back)
	}
	for seq := uint32(5); seq < 20; seq++ { // some of them were received before
		w.packet(conn, 100+seq, []byte{0xfc, byte(seq)})
	}
	w.send(conn, BrowserMessage{Type: typeTitle, Artist: "Ada\nSine", Title: "One"})
	status := w.until(conn, func(m ServerMessage) bool { return m.Type == typeStatus && m.Next == 120 })
	if status.Listeners != 7 || status.Level == nil || *status.Level != -12.5 || status.State != station.StateLive {
		t.Errorf("status: %+v", status)
	}
	w.send(conn, BrowserMessage{Type: typeEnd})
	if last := w.until(conn, func(m ServerMessage) bool { return m.Type == typeOff }); last.Reason != "" {
		t.Errorf("off: %+v", last)
	}
	<-w.station.went
	if got := packetsOf(t, w.station.sound.Bytes()); !bytes.Equal(got, []byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19}) {
		t.Errorf("packets on air: %v", got)
	}
	if want := (station.StreamTitle{Artist: "Ada Sine", Title: "One"}); len(w.station.titles) != 1 || w.station.titles[0] != want {
		t.Errorf("titles: %+v", w.station.titles)
	}
}

// packetsOf returns the second byte of every audio packet in an Ogg stream. It
// checks the order and checksums of the pages.
func packetsOf(t *testing.T, b []byte) (found []byte) {
	t.Helper()
	for page := uint32(0); len(b) > 0; page++ {
		n := int(b[26])
		size := 27 + n
		for _, segment := range b[27 : 27+n] {
			size += int(segment)
		}
		whole := bytes.Clone(b[:size])
		if h, status := ogg.ParseHeader(whole); status != ogg.Found || !h.Verify(whole) || h.Sequence != page {
			t.Fatalf("page %d: %x", page, whole[:27])
		}
		if page >= 2 {
			for at := 27 + n; at < size; at += 2 {
				found = append(found, whole[at+1])
			}
		}
		b = b[size:]
	}
	return found
}

func TestRefusedSessionGetsReason(t *testing.T) {
	w := start(t)
	w.station.refuse = music.NewError(music.Forbidden, "It is not your hour.")
	if _, answer := w.hello(opusSource); answer.Type != typeOff || answer.Reason != "It is not your hour." {
		t.Errorf("answer: %+v", answer)
	}
	w.station.refuse = ingest.ErrInUse
	if _, answer := w.hello(opusSource); !strings.HasPrefix(answer.Reason, "Somebody is on air") {
		t.Errorf("answer of a station that is taken: %+v", answer)
	}
	w.station.refuse = music.NewError(music.Unavailable, "The database cannot be reached.")
	if _, answer := w.hello(opusSource); answer.Type != typeOff || !answer.Retry {
		t.Errorf("answer during an outage: %+v", answer)
	}
	w.station.refuse = nil
	if _, answer := w.hello(BrowserMessage{Codec: "flac"}); answer.Type != typeOff || answer.Reason == "" {
		t.Errorf("answer to an unknown codec: %+v", answer)
	}
}

func TestDisconnectedSessionGetsReason(t *testing.T) {
	w := start(t)
	conn, _ := w.hello(opusSource)
	w.station.off <- music.NewError(music.Forbidden, "Your hour is over.")
	if last := w.until(conn, func(m ServerMessage) bool { return m.Type == typeOff }); last.Reason != "Your hour is over." || last.Retry {
		t.Errorf("off: %+v", last)
	}
}

func TestInvalidMessagesEndTheConnection(t *testing.T) {
	w := start(t)
	for _, rubbish := range [][]byte{{}, {1, 2, 3}, {0, 0, 0, 1, 0xff, 0xff, 0xff, 0xff, 1}} {
		conn, _ := w.hello(opusSource)
		if err := conn.Write(t.Context(), websocket.MessageBinary, rubbish); err != nil {
			t.Fatal(err)
		}
		var closed websocket.CloseError
		for closed.Code == 0 {
			if _, _, err := conn.Read(t.Context()); err != nil && !errors.As(err, &closed) {
				t.Fatal(err)
			}
		}
		if closed.Code != websocket.StatusPolicyViolation {
			t.Errorf("%x: closed with %v", rubbish, closed.Code)
		}
		w.send2end()
	}
}

// send2end ends the session if it is still on air.
func (w *world) send2end() {
	w.studio.mu.Lock()
	defer w.studio.mu.Unlock()
	for _, one := range w.studio.sessions {
		one.stop(errEnded)
	}
}

func TestOpusInOggIsDecoded(t *testing.T) {
	ffmpeg, err := exec.LookPath("ffmpeg")
	if err != nil {
		t.Skip("no ffmpeg")
	}
	out := new(bytes.Buffer)
	o := newOggOpus(2)
	out.Write(o.header().Header)
	for range 100 { // two seconds of silence, as empty CELT frames of 20 ms
		if f, ok := o.add(packet{duration: 20 * time.Millisecond, data: []byte{0xfc, 0xff, 0xfe}}); ok {
			out.Write(f.Data)
		}
	}
	decode := exec.CommandContext(t.Context(), ffmpeg, "-v", "error", "-i", "pipe:0", "-f", "s16le", "pipe:1")
	decode.Stdin = out
	var complaint bytes.Buffer
	decode.Stderr = &complaint
	pcm, err := decode.Output()
	if err != nil || complaint.Len() > 0 {
		t.Fatalf("%v %s", err, complaint.String())
	}
	if want := 2 * 48_000 * 4; len(pcm) < want*95/100 || len(pcm) > want*105/100 {
		t.Errorf("%d bytes decoded, want about %d", len(pcm), want)
	}
}
