package cluster

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"go.uber.org/goleak"

	"sonora/internal/bus"
	"sonora/internal/music"
	"sonora/internal/radio/frame"
	"sonora/internal/radio/hub"
	"sonora/internal/station"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// startNATS starts a NATS server with JetStream.
func startNATS(t *testing.T) string {
	t.Helper()
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	go s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(10 * time.Second) {
		t.Fatal("NATS does not start")
	}
	return s.ClientURL()
}

// node is a server of the cluster, with a station whose hub the test fills.
type node struct {
	*Cluster
	bus  *bus.Bus
	hub  *hub.Hub
	lost chan string
	stop func() // if not nil, called when the station is lost
	keep error  // returned by yield and obey

	orders chan string
	titles chan string
	title  *station.StreamTitle // handed over with the station
}

func join(t *testing.T, url string) *node {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	b, err := bus.Open(url, log)
	if err != nil {
		t.Fatal(err)
	}
	n := &node{bus: b, hub: hub.New(frame.MP3), lost: make(chan string, 10), orders: make(chan string, 10), titles: make(chan string, 10)}
	n.Cluster, err = Open(t.Context(), Config{
		Bus: b, Log: log,
		Open: func(context.Context, string, frame.Codec) (*hub.Hub, func(), error) { return n.hub, func() {}, nil },
		Lost: func(id string) {
			n.lost <- id
			if n.stop != nil {
				n.stop()
			}
		},
		Yield: func(_ context.Context, _, dj string) (*station.StreamTitle, error) {
			if dj != "ann" {
				return nil, errors.New("asked for another DJ")
			}
			return n.title, n.keep
		},
		Retitle: func(_ context.Context, id, dj string, title station.StreamTitle) error {
			n.titles <- id + " " + dj + " " + title.Title
			return n.keep
		},
		Obey: func(_ context.Context, id string, o station.Order) error {
			n.orders <- id + " " + string(o)
			return n.keep
		},
		Answer: func(_ context.Context, lease string, question []byte) ([]byte, error) {
			return append([]byte(lease+" "), question...), n.keep
		},
		Counts: func() map[string]int { return map[string]int{"one": 3} },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { n.Close(); b.Close() })
	return n
}

// soon returns a context that ends long after what a test waits for.
func soon(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	t.Cleanup(cancel)
	return ctx
}

// receive returns the next value from a channel.
func receive[T any](t *testing.T, from <-chan T) (v T) {
	t.Helper()
	select {
	case v = <-from:
	case <-soon(t).Done():
		t.Fatal("nothing comes")
	}
	return v
}

// next returns the next chunk that a reader hears.
func next(t *testing.T, r *hub.Reader) *hub.Chunk {
	t.Helper()
	c, err := r.Next(soon(t))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// run renews the node's leases until the returned function is called.
func (n *node) run(t *testing.T) (die func()) {
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := n.Run(ctx); err != nil {
			t.Error(err)
		}
	}()
	die = func() { cancel(); <-done }
	t.Cleanup(die)
	return die
}

func TestOneServerOwnsStation(t *testing.T) {
	url := startNATS(t)
	a, b := join(t, url), join(t, url)
	a.run(t)
	b.run(t)
	if !a.Take(t.Context(), "one") || b.Take(t.Context(), "one") || !a.Owns("one") || b.Owns("one") {
		t.Fatal("exactly the first server must own the station")
	}
	first := a.Epoch("one")
	a.Give(t.Context(), "one")
	if a.Owns("one") || !b.Take(t.Context(), "one") {
		t.Fatal("a released station cannot be taken")
	}
	if b.Epoch("one") <= first {
		t.Errorf("epoch %d after %d", b.Epoch("one"), first)
	}
}

func TestStationOfDeadServerIsTaken(t *testing.T) {
	t.Parallel() // it waits for a lease to expire
	url := startNATS(t)
	a, b := join(t, url), join(t, url)
	die := a.run(t)
	b.run(t)
	a.Take(t.Context(), "one")
	die() // stops renewing
	died := time.Now()
	for !b.Take(t.Context(), "one") {
		if time.Since(died) > 20*time.Second {
			t.Fatal("the station was not taken over")
		}
	}
	if took := time.Since(died); took > 5*time.Second {
		t.Errorf("taken after %v", took)
	}
	a.renewAll(t.Context()) // it recovers
	if id := receive(t, a.lost); id != "one" || a.Owns("one") || !b.Owns("one") {
		t.Errorf("lost %q; owned by the other server: %v", id, b.Owns("one"))
	}
}

func TestSourceClaimsStation(t *testing.T) {
	url := startNATS(t)
	a, b := join(t, url), join(t, url)
	a.Take(t.Context(), "one")
	a.keep = music.NewError(music.Conflict, "Somebody is on air here.")
	if err := b.Claim(t.Context(), "one", "ann"); music.CodeOf(err) != music.Conflict || err.Error() != a.keep.Error() || !a.Owns("one") {
		t.Fatalf("an owner with a source on air released the station, or does not say why not: %v", err)
	}
	a.keep = nil
	a.title = &station.StreamTitle{Title: "First"}
	if err := b.Claim(t.Context(), "one", "ann"); err != nil || !b.Owns("one") || a.Owns("one") {
		t.Fatalf("not handed over: %v", err)
	}
	if got := receive(t, b.titles); got != "one ann First" {
		t.Errorf("with the title %q", got)
	}
}

// TestTwoSourcesAtOnce claims a station on two servers at the same moment. The server
// that gets it answers the other one, which would wait in vain otherwise.
func TestTwoSourcesAtOnce(t *testing.T) {
	url := startNATS(t)
	a, b := join(t, url), join(t, url)
	a.Take(t.Context(), "one")
	b.keep = music.NewError(music.Conflict, "Somebody is on air here.")
	answers := make(chan string, 1)
	a.stop = func() { // while b claims the station, and does not have it yet
		b.handleYield([]byte(`{"station":"one","dj":"ann","from":"other"}`), func(answer []byte) { answers <- string(answer) })
	}
	if err := b.Claim(t.Context(), "one", "ann"); err != nil {
		t.Fatalf("not handed over: %v", err)
	}
	if got := receive(t, answers); !strings.Contains(got, "Somebody is on air here.") || !b.Owns("one") {
		t.Errorf("answered %s; owned: %v", got, b.Owns("one"))
	}
}

// TestHandoverWaitsForClaim hands a station over while a source is admitted that
// connected to its server: the claim waits, and gets the answer of the new owner.
func TestHandoverWaitsForClaim(t *testing.T) {
	url := startNATS(t)
	a, b := join(t, url), join(t, url)
	a.Take(t.Context(), "one")
	b.keep = music.NewError(music.Conflict, "Somebody is on air here.")
	refused := make(chan error, 1)
	a.stop = func() { go func() { refused <- a.Claim(t.Context(), "one", "ann") }() }
	if err := b.Claim(t.Context(), "one", "ann"); err != nil {
		t.Fatalf("not handed over: %v", err)
	}
	if err := receive(t, refused); music.CodeOf(err) != music.Conflict || a.Owns("one") || !b.Owns("one") {
		t.Errorf("claimed: %v; owned by both: %v, %v", err, a.Owns("one"), b.Owns("one"))
	}
}

// TestTitleGoesToTheOwner sets a title on a server that does not play the station.
func TestTitleGoesToTheOwner(t *testing.T) {
	url := startNATS(t)
	a, b := join(t, url), join(t, url)
	a.Take(t.Context(), "one")
	if err := b.SetTitle(t.Context(), "one", "ann", station.StreamTitle{Title: "First"}); err != nil || receive(t, a.titles) != "one ann First" || !a.Owns("one") {
		t.Errorf("%v; owned: %v", err, a.Owns("one"))
	}
	a.keep = music.NewError(music.Conflict, "Not now.")
	if err := b.SetTitle(t.Context(), "one", "ann", station.StreamTitle{Title: "Second"}); music.CodeOf(err) != music.Conflict {
		t.Errorf("refused: %v", err)
	}
}

// repeat calls f until the test ends.
func repeat(t *testing.T, f func()) {
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		for ctx.Err() == nil {
			f()
		}
	}()
	t.Cleanup(func() { cancel(); <-done })
}

// TestClaimedStationIsNotTakenBack claims a station again and again while all
// other servers try to take it without a pause, and renew their leases. The
// owner has a listener, for whom it would take the station, too.
func TestClaimedStationIsNotTakenBack(t *testing.T) {
	url := startNATS(t)
	a, b, other := join(t, url), join(t, url), join(t, url)
	a.Take(t.Context(), "one")
	for _, n := range []*node{a, b} {
		_, release, err := n.Listen(t.Context(), &station.Station{ID: "one"}, frame.MP3)
		if err != nil {
			t.Fatal(err)
		}
		defer release()
		seq := uint64(0)
		repeat(t, func() { seq++; n.hub.Append(chunk(0, seq)); n.renewAll(t.Context()) })
	}
	repeat(t, func() { other.Take(t.Context(), "one") })
	for round := range 10 {
		epoch := a.Epoch("one")
		if err := b.Claim(t.Context(), "one", "ann"); err != nil {
			t.Fatalf("claim %d: %v", round, err)
		}
		if id := receive(t, a.lost); id != "one" || a.Owns("one") || !b.Owns("one") || b.Epoch("one") <= epoch {
			t.Fatalf("claim %d: owned by the server before: %v, by this one: %v, epoch %d after %d", round, a.Owns("one"), b.Owns("one"), b.Epoch("one"), epoch)
		}
		a, b = b, a
	}
}

// TestStationOfDeadClaimantIsTaken hands a station to a server that dies before
// it gets the answer. The server before continues within five seconds, for its
// listeners.
func TestStationOfDeadClaimantIsTaken(t *testing.T) {
	t.Parallel() // it waits for a lease to expire
	url := startNATS(t)
	a, b := join(t, url), join(t, url)
	a.run(t)
	a.Take(t.Context(), "one")
	heard, release, err := a.Listen(t.Context(), &station.Station{ID: "one"}, frame.MP3)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	reader := heard.Subscribe(0)
	a.hub.Append(chunk(0, 1))
	first := next(t, reader)
	if y := a.handOver(t.Context(), yield{Station: "one", DJ: "ann", From: b.node}); y == nil || y.err() != nil || y.Revision <= first.Epoch || a.Owns("one") || a.Take(t.Context(), "one") {
		t.Fatalf("%+v; owned by the server before: %v", y, a.Owns("one"))
	}
	died := time.Now()
	a.hub.Append(chunk(0, 2)) // the sound it will make again
	if c := next(t, reader); c.Epoch <= first.Epoch || !a.Owns("one") {
		t.Errorf("heard %+v; owned by the server before: %v", c, a.Owns("one"))
	}
	if took := time.Since(died); took > 5*time.Second {
		t.Errorf("silent for %v", took)
	}
}

// TestClaimAsksTheNextOwner claims a station whose owner lost it before it could
// answer.
func TestClaimAsksTheNextOwner(t *testing.T) {
	url := startNATS(t)
	a, b, next := join(t, url), join(t, url), join(t, url)
	a.Take(t.Context(), "one")
	revision := a.Epoch("one")
	a.stop = func() { // meanwhile its lease expires, and another server takes the station
		if err := a.leases.Give(t.Context(), "one", revision); err != nil {
			t.Error(err)
		}
		if !next.Take(t.Context(), "one") {
			t.Error("the station was not free")
		}
	}
	if err := b.Claim(t.Context(), "one", "ann"); err != nil || !b.Owns("one") || next.Owns("one") {
		t.Fatalf("not handed over: %v", err)
	}
}

func chunk(epoch, seq uint64) *hub.Chunk {
	return &hub.Chunk{
		Epoch: epoch, Seq: seq, At: time.Unix(1_700_000_000, int64(seq)), Duration: time.Second, Key: true,
		Data: fmt.Appendf(nil, "%d.%d", epoch, seq), Title: &station.StreamTitle{Artist: "Ada", Title: "One"},
	}
}

func TestOtherServersRelayTheOwner(t *testing.T) {
	url := startNATS(t)
	a, b := join(t, url), join(t, url)
	a.run(t)
	a.Take(t.Context(), "one")
	for seq := range uint64(20) {
		a.hub.Append(chunk(1, seq))
	}
	heard, release, err := b.Listen(t.Context(), &station.Station{ID: "one"}, frame.MP3)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	reader := heard.Subscribe(0)
	for len(heard.View().Chunks) == 0 {
		changed := heard.Changed()
		if len(heard.View().Chunks) == 0 {
			receive(t, changed)
		}
	}
	if n := len(heard.View().Chunks); n != 8 {
		t.Errorf("%d chunks come at once", n)
	}
	hear := func() string { return string(next(t, reader).Data) }
	for seq := 12; seq < 20; seq++ { // the last eight seconds at once
		if got, want := hear(), fmt.Sprintf("1.%d", seq); got != want {
			t.Fatalf("heard %s, want %s", got, want)
		}
	}
	a.hub.Append(chunk(1, 20))
	if got := hear(); got != "1.20" {
		t.Fatalf("heard %s", got)
	}
	for _, c := range []*hub.Chunk{chunk(1, 20), chunk(0, 50), chunk(2, 0), chunk(1, 21), chunk(2, 1)} { // again, of an older owner, of a newer one
		if err := a.bus.Send(subjectOf("one", frame.MP3), appendChunk(nil, c)); err != nil {
			t.Fatal(err)
		}
	}
	if first, second := hear(), hear(); first != "2.0" || second != "2.1" {
		t.Fatalf("heard %s and %s after the change of owner", first, second)
	}
	if last := heard.Latest(); *last.Title != (station.StreamTitle{Artist: "Ada", Title: "One"}) || last.Title != heard.View().Chunks[0].Title {
		t.Error("equal titles must be the same pointer")
	}
}

// TestNothingIsLostAfterTheSnapshot makes sound as soon as another server has the last
// seconds: it is sent, too.
func TestNothingIsLostAfterTheSnapshot(t *testing.T) {
	a := join(t, startNATS(t))
	a.Take(t.Context(), "one")
	sent := make(chan string, 1)
	stop, err := a.bus.Receive(subjectOf("one", frame.MP3), func(data []byte, _ func([]byte)) {
		c, _, err := readChunk(data)
		if err != nil {
			t.Error(err)
			return
		}
		sent <- string(c.Data)
	})
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	a.handleWant([]byte(`{"station":"one","codec":"mp3","fresh":true}`), func([]byte) { a.hub.Append(chunk(1, 1)) })
	if got := receive(t, sent); got != "1.1" {
		t.Errorf("sent %s", got)
	}
}

// TestEpochsBeginAnew follows a new owner whose epoch is lower, because the
// leases were lost. What an older owner sends late is still dropped.
func TestEpochsBeginAnew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &follower{hub: hub.New(frame.MP3)}
		hear := func(epoch, seq uint64, at time.Time) {
			f.hear(&hub.Chunk{Epoch: epoch, Seq: seq, At: at, Data: fmt.Appendf(nil, "%d.%d", epoch, seq)})
		}
		heard := func(want string) {
			t.Helper()
			if got := string(f.hub.Latest().Data); got != want {
				t.Errorf("heard %s, not %s", got, want)
			}
		}
		began := time.Now()
		hear(9, 1, began)
		hear(4, 8, began.Add(time.Second))
		heard("9.1")                        // an old owner that was held up
		time.Sleep(leaseLife + time.Second) //nolint:forbidigo // the clock of the bubble
		hear(9, 1, began)
		heard("9.1") // once more
		hear(4, 1, time.Now())
		heard("4.1")
		hear(4, 2, time.Now())
		heard("4.2")
		if n := f.count(); n != 3 {
			t.Errorf("%d chunks", n)
		}
	})
}

func TestChunkRoundTrip(t *testing.T) {
	for _, c := range []*hub.Chunk{
		chunk(3, 4),
		{At: time.Unix(0, 5), Data: []byte{}},
		{Epoch: 1 << 60, Seq: 7, At: time.Unix(9, 9), Duration: time.Second, Data: []byte("x"), Header: []byte("head"), NewHeader: true},
	} {
		b := appendChunk(nil, c)
		got, rest, err := readChunk(append(b, "more"...))
		if err != nil || string(rest) != "more" || !reflect.DeepEqual(got, c) {
			t.Errorf("%v %q\n got %+v\nwant %+v", err, rest, got, c)
		}
	}
}

func FuzzChunk(f *testing.F) {
	f.Add(appendChunk(nil, chunk(1, 2)))
	f.Fuzz(func(t *testing.T, b []byte) {
		c, rest, err := readChunk(b)
		if err == nil && len(c.Data)+len(c.Header)+len(rest) > len(b) {
			t.Error("more came out than went in")
		}
	})
}

// TestListenersStayWhenTheOwnerDies checks that another server continues within
// five seconds in the same hub, as documented.
func TestListenersStayWhenTheOwnerDies(t *testing.T) {
	t.Parallel() // it waits for a lease to expire
	url := startNATS(t)
	a, b := join(t, url), join(t, url)
	die := a.run(t)
	b.run(t)
	a.Take(t.Context(), "one")
	a.hub.Append(chunk(0, 1))
	heard, release, err := b.Listen(t.Context(), &station.Station{ID: "one"}, frame.MP3)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	reader := heard.Subscribe(0)
	next(t, reader)
	b.hub.Append(chunk(0, 7)) // the sound it will make itself
	die()
	died := time.Now()
	if c := next(t, reader); string(c.Data) != "0.7" || c.Epoch == 0 || !b.Owns("one") {
		t.Errorf("heard %q of epoch %d; owned here: %v", c.Data, c.Epoch, b.Owns("one"))
	}
	if took := time.Since(died); took > 5*time.Second {
		t.Errorf("silent for %v", took)
	}
	if heard.View().Closed {
		t.Error("the listeners were disconnected")
	}
}

func TestOrdersReachOwnerAndCountsReachAll(t *testing.T) {
	url := startNATS(t)
	a, b := join(t, url), join(t, url)
	a.Take(t.Context(), "one")
	a.run(t)
	if err := b.Order(t.Context(), "one", station.OrderSkip); err != nil || receive(t, a.orders) != "one skip" {
		t.Errorf("order: %v", err)
	}
	a.keep = music.NewError(music.Conflict, "Not now.")
	if err := b.Order(t.Context(), "one", station.OrderDisconnect); music.CodeOf(err) != music.Conflict || !strings.Contains(err.Error(), "Not now.") {
		t.Errorf("refused order: %v", err)
	}
	receive(t, a.orders)
	if _, err := b.Past(t.Context(), "one", []byte("7")); music.CodeOf(err) != music.Conflict {
		t.Errorf("refused answer: %v", err)
	}
	a.keep = nil
	if got, err := b.Past(t.Context(), "one", []byte("7")); string(got) != "one 7" {
		t.Errorf("answered %q, %v", got, err)
	}
	if _, err := b.Past(t.Context(), "two", []byte("7")); music.CodeOf(err) != music.Unavailable {
		t.Errorf("what nobody keeps: %v", err)
	}
	b.Tell("one")
	if got := receive(t, a.orders); got != "one reload" {
		t.Errorf("announced %q", got)
	}
	b.Resume()
	if got := receive(t, a.orders); got != " announce" {
		t.Errorf("asked for %q", got)
	}
	if codec, err := b.Codec(t.Context(), "one"); err != nil || codec != frame.MP3 {
		t.Errorf("codec %q: %v", codec, err)
	}
	free, err := b.Free(t.Context(), []string{"one", "two"})
	if err != nil || len(free) != 1 || free[0] != "two" {
		t.Errorf("free: %v %v", free, err)
	}
	for waiting := soon(t); b.ListenersElsewhere("one") != 3; {
		if waiting.Err() != nil {
			t.Fatal("listeners of the other server are not counted")
		}
	}
}
