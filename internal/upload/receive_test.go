package upload

import (
	"bytes"
	"crypto/sha1"
	"crypto/sha256"
	"errors"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"sonora/internal/intake"
	"sonora/internal/music"
)

func TestPieces(t *testing.T) {
	f := newFixture(t)
	ctx, file := t.Context(), song(1)
	id := f.begin("Dawn.mp3", len(file))
	f.code(second(f.piece(id, 1, bytes.NewReader(file[1:]), nil)), music.Conflict)
	if n, err := f.piece(id, 0, breaking(file[:1000]), nil); n != 1000 || music.CodeOf(err) != music.Invalid {
		t.Errorf("a broken line: %d, %v", n, err)
	}
	if p, err := f.Offset(ctx, f.ana, id); err != nil || p.Offset != 1000 || p.Length != int64(len(file)) {
		t.Errorf("offset: %+v, %v", p, err)
	}
	if _, err := f.Result(ctx, f.ana, id); music.CodeOf(err) != music.Conflict {
		t.Errorf("a result too early: %v", err)
	}
	f.code(second(f.piece(id, 1000, bytes.NewReader(append(file[1000:], 0)), nil)), music.TooLarge)
	if p, err := f.Offset(ctx, f.ana, id); err != nil || p.Offset != 1000 {
		t.Errorf("offset after too much: %+v, %v", p, err)
	}
	f.pass(20 * time.Hour)
	if n, err := f.piece(id, 1000, bytes.NewReader(file[1000:2000]), nil); n != 2000 || err != nil {
		t.Errorf("second piece: %d, %v", n, err)
	}
	f.pass(20 * time.Hour) // the piece extended the upload's life by a day
	if n, err := f.piece(id, 2000, bytes.NewReader(file[2000:]), nil); n != int64(len(file)) || err != nil {
		t.Errorf("last piece: %d, %v", n, err)
	}
	r, err := f.Result(ctx, f.ana, id)
	f.must(err)
	if r.State != intake.Ready || r.Audio.Tags.Title != "Dawn" || r.Audio.Picture == nil {
		t.Errorf("%+v", r)
	}
	got, err := os.ReadFile(f.staging.path(id))
	if err != nil || !bytes.Equal(got, file) {
		t.Errorf("different bytes, %v", err)
	}
	if n, err := f.piece(id, len(file), bytes.NewReader(nil), nil); n != int64(len(file)) || err != nil {
		t.Errorf("nothing more: %d, %v", n, err)
	}
}

// TestDiskReserve fills the disk: nothing begins or grows then, and what arrived is
// continued once there is room.
func TestDiskReserve(t *testing.T) {
	f := newFixture(t)
	ctx, file := t.Context(), song(1)
	id := f.begin("Dawn.mp3", len(file))
	if n, err := f.piece(id, 0, bytes.NewReader(file[:1000]), nil); n != 1000 || err != nil {
		t.Errorf("with room: %d, %v", n, err)
	}
	f.room.Store(999)
	halves := io.MultiReader(bytes.NewReader(file[1000:1999]), bytes.NewReader(file[1999:])) // two reads
	if n, err := f.piece(id, 1000, halves, nil); n != 1999 || music.CodeOf(err) != music.Unavailable {
		t.Errorf("a piece that does not fit: %d, %v", n, err)
	}
	_, err := f.Create(ctx, f.ana, "Dusk.mp3", "", 1000)
	f.code(err, music.Unavailable)
	if full, ok := errors.AsType[*music.Error](err); !ok || full.Detail.Code != intake.CodeServerFull {
		t.Errorf("programs cannot tell that the server is full: %v", err)
	}
	_, err = f.Whole(ctx, f.ana, "Dusk.mp3", f.line(bytes.NewReader(file)))
	f.code(err, music.Unavailable)
	f.room.Store(-1) // something else used the reserve
	_, err = f.Create(ctx, f.ana, "Dusk.webm", "", UnknownLength)
	f.code(err, music.Unavailable)
	if p, err := f.Offset(ctx, f.ana, id); err != nil || p.Offset != 1999 {
		t.Errorf("offset on a full disk: %+v, %v", p, err)
	}
	if left, err := os.ReadDir(f.staging.dir); err != nil || len(left) != 1 {
		t.Errorf("left in the staging folder: %v, %v", left, err)
	}
	f.room.Store(1 << 20)
	if n, err := f.piece(id, 1999, bytes.NewReader(file[1999:]), nil); n != int64(len(file)) || err != nil {
		t.Errorf("with room again: %d, %v", n, err)
	}
}

func second[A any](_ A, err error) error { return err }

func TestChecksum(t *testing.T) {
	f := newFixture(t)
	file := song(1)
	id := f.begin("Dawn.mp3", len(file))
	one, two := sha1.Sum(file[:5000]), sha256.Sum256(file[5000:])
	sum1, sum2 := &Checksum{"sha1", one[:]}, &Checksum{"sha256", two[:]}

	n, err := f.piece(id, 0, bytes.NewReader(file[1:5001]), sum1)
	if n != 0 || !errors.Is(err, ErrChecksum) {
		t.Errorf("damaged: %d, %v", n, err)
	}
	if n, err := f.piece(id, 0, breaking(file[:4000]), sum1); n != 0 || err == nil {
		t.Errorf("not compared: %d, %v", n, err)
	}
	if n, err := f.piece(id, 0, bytes.NewReader(file[:5000]), sum1); n != 5000 || err != nil {
		t.Errorf("good: %d, %v", n, err)
	}
	if n, err := f.piece(id, 5000, bytes.NewReader(file[5000:]), sum2); n != int64(len(file)) || err != nil {
		t.Errorf("good: %d, %v", n, err)
	}
}

// TestKilledInChecksum stops a server in the middle of a piece.
func TestKilledInChecksum(t *testing.T) {
	f := newFixture(t)
	file := song(1)
	id := f.begin("Dawn.mp3", len(file))
	f.must(second(f.piece(id, 0, bytes.NewReader(file[:100]), nil)))
	f.must(f.staging.hold(id, 100))
	f.must(os.WriteFile(f.staging.path(id), append(file[:100:100], "never compared"...), 0o600))
	if p, err := f.Offset(t.Context(), f.ana, id); err != nil || p.Offset != 100 {
		t.Errorf("%+v, %v", p, err)
	}
	if n, err := f.piece(id, 100, bytes.NewReader(file[100:]), nil); n != int64(len(file)) || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	if names := f.names("receiving"); len(names) != 1 {
		t.Errorf("left: %v", names)
	}
}

// TestKilledAtTheEnd stops a server before it examines a complete file.
func TestKilledAtTheEnd(t *testing.T) {
	f := newFixture(t)
	file := song(1)
	id := f.begin("Dawn.mp3", len(file))
	f.must(os.WriteFile(f.staging.path(id), file, 0o600))
	if p, err := f.Offset(t.Context(), f.ana, id); err != nil || p.Offset != p.Length {
		t.Errorf("%+v, %v", p, err)
	}
	if r, err := f.Result(t.Context(), f.ana, id); err != nil || r.Audio.Tags.Title != "Dawn" {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestSilentSenderIsDisconnected(t *testing.T) {
	f := newFixture(t)
	file := song(1)
	id := f.begin("Dawn.mp3", len(file))
	first, more := io.Pipe()
	body := f.line(nil)
	body.Reader = &gone{first, body}
	ended := make(chan error, 1)
	go func() {
		_, err := f.Write(t.Context(), f.ana, id, Piece{Length: -1, Body: body})
		ended <- err
	}()
	if _, err := more.Write(file[:700]); err != nil {
		t.Fatal(err)
	}
	for f.staging.offset(id) < 700 {
		<-time.After(time.Millisecond)
	}
	f.patience = 0
	if _, err := f.Offset(t.Context(), f.ana, id); !errors.Is(err, ErrBusy) {
		t.Errorf("while it comes: %v", err)
	}
	f.patience = patience
	f.pass(2 * quiet)
	if p, err := f.Offset(t.Context(), f.ana, id); err != nil || p.Offset != 700 {
		t.Errorf("when nothing comes: %+v, %v", p, err)
	}
	f.code(<-ended, music.Invalid)
	if n, err := f.piece(id, 700, bytes.NewReader(file[700:]), nil); n != int64(len(file)) || err != nil {
		t.Errorf("%d, %v", n, err)
	}
}

// gone is a reader that waits until it is cut off.
type gone struct {
	io.Reader
	line *line
}

func (g *gone) Read(p []byte) (int, error) {
	type result struct {
		n   int
		err error
	}
	came := make(chan result, 1)
	go func() {
		n, err := g.Reader.Read(p)
		came <- result{n, err}
	}()
	select {
	case r := <-came:
		return r.n, r.err
	case <-g.line.cut:
		if pipe, ok := g.Reader.(*io.PipeReader); ok {
			pipe.Close()
		}
		<-came
		return 0, os.ErrDeadlineExceeded
	}
}

func TestLimits(t *testing.T) {
	f := newFixture(t)
	ctx, file := t.Context(), song(1)
	f.rules.MaxUploadSize, f.rules.UploadQuota = 1, 1
	f.code(second(f.Create(ctx, f.ana, "x", "", 1<<20+1)), music.TooLarge)
	f.code(second(f.Create(ctx, f.ana, "x", "", 0)), music.Unsupported)
	id := f.begin("half", 1<<19)
	f.code(second(f.Create(ctx, f.ana, "x", "", 1<<19+1)), music.TooLarge)
	f.begin("other half", 1<<19)
	if _, err := f.Create(ctx, f.ben, "x", "", 1<<20); err != nil {
		t.Errorf("somebody else has room of their own: %v", err)
	}
	f.must(f.Delete(ctx, f.ana, id))
	f.code(f.Delete(ctx, f.ana, id), music.NotFound)
	err := second(f.Whole(ctx, f.ana, "x", f.line(bytes.NewReader(make([]byte, 1<<19+1)))))
	if f.code(err, music.TooLarge); !strings.Contains(err.Error(), "room left for your uploads: 0.5 MB of 1 MB.") {
		t.Error(err)
	}
	f.rules.UploadQuota = 2
	err = second(f.Whole(ctx, f.ana, "x", f.line(bytes.NewReader(make([]byte, 1<<20+1)))))
	if f.code(err, music.TooLarge); !strings.Contains(err.Error(), "larger than the upload limit") {
		t.Error(err)
	}
	f.code(second(f.Whole(ctx, f.ana, "x", f.line(&failing{&http.MaxBytesError{}}))), music.TooLarge)
	f.code(second(f.Whole(ctx, f.ana, "x", f.line(breaking(file[:99])))), music.Invalid)
	if names := f.names("receiving"); len(names) != 2 {
		t.Errorf("left: %v", names)
	}
}

// TestGrowing sends a file whose length is known at its end.
func TestGrowing(t *testing.T) {
	f := newFixture(t)
	ctx, file := t.Context(), song(1)
	id := f.begin("set.opus", UnknownLength)
	send := func(from, to int, total int64) error {
		return second(f.Write(ctx, f.ana, id, Piece{Offset: int64(from), Length: int64(to - from), Total: total, Body: f.line(bytes.NewReader(file[from:to]))}))
	}
	use := func(want int64) {
		t.Helper()
		if got, _, err := f.Use(ctx, f.ana); err != nil || got.Bytes != want {
			t.Errorf("uses %d bytes, %v, want %d", got.Bytes, err, want)
		}
	}
	f.must(send(0, 1000, 0))
	use(1000)
	f.code(second(f.piece(id, 1000, bytes.NewReader(file[1000:2000]), nil)), music.Invalid) // without a length
	f.code(send(0, 1000, 0), music.Conflict)
	f.pass(6 * 24 * time.Hour)
	f.must(f.Tidy(ctx))
	f.must(send(1000, 3000, 0))
	f.pass(6 * 24 * time.Hour) // the piece extended the upload's life by a week
	f.must(f.Tidy(ctx))
	if p, err := f.Offset(ctx, f.ana, id); err != nil || p.Offset != 3000 || p.State != intake.Growing {
		t.Errorf("offset: %+v, %v", p, err)
	}
	f.code(second(f.Result(ctx, f.ana, id)), music.Conflict)
	n, err := f.Write(ctx, f.ana, id, Piece{Offset: 3000, Length: 2000, Body: f.line(breaking(file[3000:3500]))})
	if f.code(err, music.Invalid); n.Offset != 3500 {
		t.Errorf("a broken line: %+v", n)
	}
	f.code(send(3500, 3600, 3599), music.Invalid)
	f.must(send(3500, 3600, int64(len(file))))
	use(int64(len(file)))
	f.code(send(3600, 3700, int64(len(file))+1), music.Conflict)
	f.must(send(3600, len(file), int64(len(file))))
	if r, err := f.Result(ctx, f.ana, id); err != nil || r.State != intake.Ready || r.Audio.Tags.Title != "Dawn" {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestGrowingLimits(t *testing.T) {
	f := newFixture(t)
	ctx := t.Context()
	f.rules.MaxUploadSize, f.rules.UploadQuota = 1, 2
	send := func(id string, from, n int) error {
		return second(f.Write(ctx, f.ana, id, Piece{Offset: int64(from), Length: int64(n), Body: f.line(bytes.NewReader(make([]byte, n)))}))
	}
	long := f.begin("long", UnknownLength)
	f.must(send(long, 0, 1<<20))
	f.code(send(long, 1<<20, 1), music.TooLarge) // than one file may be
	f.begin("other", 1<<19)
	more := f.begin("more", UnknownLength)
	err := send(more, 0, 1<<19+1)
	if f.code(err, music.TooLarge); !strings.Contains(err.Error(), "0.5 MB of 2 MB.") {
		t.Error(err)
	}
	f.must(send(more, 0, 1<<19))
	f.must(f.Delete(ctx, f.ana, long))
	f.must(send(more, 1<<19, 1<<19))
	f.pass(growingLife)
	f.must(f.Tidy(ctx))
	if names := f.names("receiving"); len(names) != 0 {
		t.Errorf("left: %v", names)
	}
}

func TestOthersUploads(t *testing.T) {
	f := newFixture(t)
	ctx, file := t.Context(), song(1)
	id := f.send("Dawn.mp3", file)
	for _, who := range []music.Viewer{f.ben, f.boss, {}} {
		f.code(second(f.Offset(ctx, who, id)), music.NotFound)
		f.code(second(f.Result(ctx, who, id)), music.NotFound)
		f.code(f.Delete(ctx, who, id), music.NotFound)
		f.code(second(f.Write(ctx, who, id, Piece{Offset: int64(len(file)), Body: f.line(bytes.NewReader(nil))})), music.NotFound)
		_, _, err := f.Open(ctx, who, id)
		f.code(err, music.NotFound)
		_, _, err = f.Cover(ctx, who, id, 300)
		f.code(err, music.NotFound)
		f.code(second(f.Keep(ctx, who, Track{UploadID: id, Title: "Dawn"})), music.Invalid)
	}
	if list, err := f.List(ctx, f.ben); err != nil || len(list) != 0 {
		t.Errorf("%v, %v", list, err)
	}
}

func TestDiskFault(t *testing.T) {
	f := newFixture(t)
	id := f.begin("Dawn.mp3", 100)
	f.must(os.Remove(f.staging.path(id)))
	f.must(os.Symlink("/dev/full", f.staging.path(id)))
	_, err := f.piece(id, 0, bytes.NewReader(make([]byte, 10)), nil)
	f.code(err, music.Unavailable)
}
