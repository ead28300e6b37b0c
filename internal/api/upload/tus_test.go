package upload_test

import (
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
	"sonora/internal/testkit/fakelib"
)

// tusHeader returns headers of the protocol.
func tusHeader(fields ...string) map[string]string {
	h := map[string]string{"Tus-Resumable": "1.0.0"}
	for i := 0; i < len(fields); i += 2 {
		h[fields[i]] = fields[i+1]
	}
	return h
}

const pieceType = "application/offset+octet-stream"

// beginTus starts an upload and returns its path.
func beginTus(t testing.TB, s *testkit.Server, as testkit.Person, name string, length int) string {
	t.Helper()
	metadata := "filename " + base64.StdEncoding.EncodeToString([]byte(name)) + ",filetype YXVkaW8vbXBlZw=="
	r := s.Do(t, testkit.Request{Method: "POST", Path: "/api/uploads/", As: as, Header: tusHeader("Upload-Length", strconv.Itoa(length), "Upload-Metadata", metadata)})
	if r.Status != http.StatusCreated || r.Header.Get("Upload-Expires") == "" || r.Header.Get("Tus-Resumable") != "1.0.0" {
		t.Fatalf("begin: %d %s %v", r.Status, r.Body, r.Header)
	}
	return r.Header.Get("Location")
}

func patch(as testkit.Person, path string, offset int, body string, fields ...string) testkit.Request {
	h := tusHeader(append([]string{"Upload-Offset", strconv.Itoa(offset), "Content-Type", pieceType}, fields...)...)
	return testkit.Request{Method: "PATCH", Path: path, As: as, Body: body, Header: h}
}

func TestTus(t *testing.T) {
	s := empty.Join(t)
	file := apitest.UploadedSong(1)
	path := beginTus(t, s, s.Member, "x.mp3", len(file))
	half, end := len(file)/2, strconv.Itoa(len(file))
	bad, good := sha1.Sum([]byte("other")), sha256.Sum256([]byte(file[half:]))
	h := tusHeader()
	s.Run(t, []testkit.Scenario{
		{Name: "options", Request: testkit.Request{Method: "OPTIONS", Path: "/api/uploads/"}, Status: 204, Headers: map[string]string{
			"Tus-Version": "1.0.0", "Tus-Max-Size": "2147483648", "Tus-Extension": "creation,creation-with-upload,creation-defer-length,checksum,expiration,termination",
			"Tus-Checksum-Algorithm": "sha1", "Tus-Resumable": "1.0.0",
		}},
		{Name: "list", Request: testkit.Request{Path: "/api/uploads/", As: s.Member}, Status: 200, Contains: []string{`"fileName":"x.mp3"`, `"offset":0`, `"state":"receiving"`}},
		{Name: "head", Request: testkit.Request{Method: "HEAD", Path: path, As: s.Member, Header: h}, Status: 200, Headers: map[string]string{"Upload-Offset": "0", "Upload-Length": end, "Upload-Metadata": "filename eC5tcDM=,filetype YXVkaW8vbXBlZw==", "Cache-Control": "no-store"}},
		{Name: "no version", Request: testkit.Request{Method: "HEAD", Path: path, As: s.Member}, Status: 412, Headers: map[string]string{"Tus-Version": "1.0.0", "Tus-Resumable": "1.0.0"}},
		{Name: "another version", Request: testkit.Request{Method: "PATCH", Path: path, As: s.Member, Header: map[string]string{"Tus-Resumable": "0.2.2"}}, Status: 412},
		{Name: "anonymous", Request: testkit.Request{Method: "HEAD", Path: path, Header: h}, Status: 401},
		{Name: "another person", Request: testkit.Request{Method: "HEAD", Path: path, As: s.Admin, Header: h}, Status: 404},
		{Name: "another's piece", Request: patch(s.Admin, path, 0, file[:half]), Status: 404},
		{Name: "too early", Request: testkit.Request{Path: path, As: s.Member}, Status: 409},
		{Name: "content type", Request: patch(s.Member, path, 0, file[:half], "Content-Type", "application/json"), Status: 415},
		{Name: "no offset", Request: patch(s.Member, path, 0, file[:half], "Upload-Offset", "x"), Status: 400},
		{Name: "first piece", Request: patch(s.Member, path+"/", 0, file[:half]), Status: 204, Headers: map[string]string{"Upload-Offset": strconv.Itoa(half), "Upload-Expires": "GMT"}},
		{Name: "again", Request: patch(s.Member, path, 0, file[:half]), Status: 409},
		{Name: "too much", Request: patch(s.Member, path, half, file[half:]+"x"), Status: 413},
		{Name: "damaged", Request: patch(s.Member, path, half, file[half:], "Upload-Checksum", "sha1 "+base64.StdEncoding.EncodeToString(bad[:])), Status: 460, Contains: []string{"checksum"}},
		{Name: "unknown sum", Request: patch(s.Member, path, half, file[half:], "Upload-Checksum", "md5 AAAA"), Status: 400},
		{Name: "taken back", Request: testkit.Request{Method: "HEAD", Path: path, As: s.Member, Header: h}, Status: 200, Headers: map[string]string{"Upload-Offset": strconv.Itoa(half)}},
		{
			Name: "last piece, as POST", Request: testkit.Request{Method: "POST", Path: path, As: s.Member, Body: file[half:], Header: tusHeader(
				"X-HTTP-Method-Override", "PATCH", "Upload-Offset", strconv.Itoa(half), "Content-Type", pieceType, "Upload-Checksum", "sha256 "+base64.StdEncoding.EncodeToString(good[:]))},
			Status: 204, Headers: map[string]string{"Upload-Offset": end},
		},
		{Name: "result", Request: testkit.Request{Path: path, As: s.Member}, Status: 200, Contains: []string{`"title":"One More Time"`, `"audioUrl":"/media/audio/`, `"format":"MP3"`}},
		{Name: "another's result", Request: testkit.Request{Path: path, As: s.Admin}, Status: 404},
		{Name: "another cannot end it", Request: testkit.Request{Method: "DELETE", Path: path, As: s.Admin, Header: h}, Status: 404},
		{Name: "end", Request: testkit.Request{Method: "DELETE", Path: path, As: s.Member, Header: h}, Status: 204},
		{Name: "ended", Request: testkit.Request{Method: "HEAD", Path: path, As: s.Member, Header: h}, Status: 404},
		{Name: "ended twice", Request: testkit.Request{Method: "DELETE", Path: path, As: s.Member, Header: h}, Status: 404},
		{Name: "method", Request: testkit.Request{Method: "PUT", Path: path, As: s.Member}, Status: 405, Headers: map[string]string{"Allow": "PATCH"}},
	})
}

func TestTusBegin(t *testing.T) {
	s := empty.Join(t)
	file := apitest.UploadedSong(1)
	begin := func(body string, fields ...string) testkit.Request {
		return testkit.Request{Method: "POST", Path: "/api/uploads", As: s.Member, Body: body, Header: tusHeader(fields...)}
	}
	wrong := sha1.Sum(nil)
	s.Run(t, []testkit.Scenario{
		{Name: "no length", Request: begin(""), Status: 400},
		{Name: "later, and now", Request: begin("", "Upload-Defer-Length", "1", "Upload-Length", "5"), Status: 400, Contains: []string{"without Upload-Length"}},
		{Name: "perhaps later", Request: begin("", "Upload-Defer-Length", "0"), Status: 400},
		{Name: "negative", Request: begin("", "Upload-Length", "-1"), Status: 400},
		{Name: "huge", Request: begin("", "Upload-Length", "99999999999999999999"), Status: 400},
		{Name: "large", Request: begin("", "Upload-Length", "2147483649"), Status: 413},
		{Name: "empty", Request: begin("", "Upload-Length", "0"), Status: 415, Contains: []string{"The file is empty."}},
		{Name: "metadata", Request: begin("", "Upload-Length", "5", "Upload-Metadata", "filename !"), Status: 400},
		{Name: "with all bytes", Request: begin(file, "Upload-Length", strconv.Itoa(len(file)), "Content-Type", pieceType), Status: 201, Headers: map[string]string{"Upload-Offset": strconv.Itoa(len(file)), "Location": "/api/uploads/"}},
		{Name: "with some", Request: begin(file[:9], "Upload-Length", strconv.Itoa(len(file)), "Content-Type", pieceType), Status: 201, Headers: map[string]string{"Upload-Offset": "9"}},
		{Name: "with too many", Request: begin(file, "Upload-Length", "9", "Content-Type", pieceType), Status: 413},
		{Name: "with damaged ones", Request: begin(file, "Upload-Length", strconv.Itoa(len(file)), "Content-Type", pieceType, "Upload-Checksum", "sha1 "+base64.StdEncoding.EncodeToString(wrong[:])), Status: 460},
		{Name: "with text", Request: begin("<html></html>", "Upload-Length", "13", "Content-Type", pieceType), Status: 415, Contains: []string{"Unsupported audio format.", "web page"}},
		{Name: "by cookie from elsewhere", Request: testkit.Request{Method: "POST", Path: "/api/uploads", As: s.Member, ByCookie: true, Header: tusHeader("Upload-Length", "5", "Origin", "https://evil.example")}, Status: 403},
	})
}

// TestTusOfUnknownLength sends a file whose length is known at its end.
func TestTusOfUnknownLength(t *testing.T) {
	s := empty.Join(t)
	file := apitest.UploadedSong(1)
	begun := s.Do(t, testkit.Request{Method: "POST", Path: "/api/uploads", As: s.Member, Body: file[:100], Header: tusHeader(
		"Upload-Defer-Length", "1", "Content-Type", pieceType, "Upload-Metadata", "filename "+base64.StdEncoding.EncodeToString([]byte("set.mp3")))})
	path := begun.Header.Get("Location")
	if begun.Status != http.StatusCreated || begun.Header.Get("Upload-Offset") != "100" {
		t.Fatalf("begin: %d %s %v", begun.Status, begun.Body, begun.Header)
	}
	head := testkit.Request{Method: "HEAD", Path: path, As: s.Member, Header: tusHeader()}
	s.Run(t, []testkit.Scenario{
		{Name: "head", Request: head, Status: 200, Headers: map[string]string{"Upload-Offset": "100", "Upload-Defer-Length": "1"}},
		{Name: "list", Request: testkit.Request{Path: "/api/uploads", As: s.Member}, Status: 200, Contains: []string{`"offset":100`, `"state":"growing"`}},
		{Name: "too early", Request: testkit.Request{Path: path, As: s.Member}, Status: 409},
		{Name: "more", Request: patch(s.Member, path, 100, file[100:900]), Status: 204, Headers: map[string]string{"Upload-Offset": "900"}},
		{Name: "shorter than what arrived", Request: patch(s.Member, path, 900, "", "Upload-Length", "899"), Status: 400, Contains: []string{"less than what has arrived"}},
		{Name: "no number", Request: patch(s.Member, path, 900, "", "Upload-Length", "0"), Status: 400},
		{Name: "the rest", Request: patch(s.Member, path, 900, file[900:]), Status: 204},
		{Name: "the end", Request: patch(s.Member, path, len(file), "", "Upload-Length", strconv.Itoa(len(file))), Status: 204},
		{Name: "the end again", Request: patch(s.Member, path, len(file), "", "Upload-Length", strconv.Itoa(len(file))), Status: 204},
		{Name: "another end", Request: patch(s.Member, path, len(file), "", "Upload-Length", strconv.Itoa(len(file)+1)), Status: 409, Contains: []string{"already known"}},
		{Name: "head at the end", Request: head, Status: 200, Headers: map[string]string{"Upload-Length": strconv.Itoa(len(file))}},
		{Name: "result", Request: testkit.Request{Path: path, As: s.Member}, Status: 200, Contains: []string{`"title":"One More Time"`}},
	})
}

// TestTusFromElsewhere uploads from a page of another allowed origin.
func TestTusFromElsewhere(t *testing.T) {
	s := testkit.Start(t, testkit.Options{Settings: map[string]json.RawMessage{"allowedOrigins": []byte(`["https://other.example"]`)}})
	const origin = "https://other.example"
	preflight := map[string]string{"Origin": origin, "Access-Control-Request-Method": "PATCH", "Access-Control-Request-Headers": "tus-resumable"}
	s.Run(t, []testkit.Scenario{
		{Name: "preflight", Request: testkit.Request{Method: "OPTIONS", Path: "/api/uploads/x", Header: preflight}, Status: 204, Headers: map[string]string{
			"Access-Control-Allow-Methods": "PATCH", "Access-Control-Allow-Headers": "x-http-method-override", "Access-Control-Allow-Origin": origin,
		}},
		{Name: "begin", Request: testkit.Request{Method: "POST", Path: "/api/uploads", As: s.Member, Header: tusHeader("Upload-Length", "5", "Origin", origin)}, Status: 201, Headers: map[string]string{
			"Access-Control-Expose-Headers": "Upload-Offset", "Access-Control-Allow-Origin": origin,
		}},
	})
}

// TestTusTooLarge sends a piece above the limit.
func TestTusTooLarge(t *testing.T) {
	s := testkit.Start(t, testkit.Options{Settings: map[string]json.RawMessage{"maxRequestSize": []byte("1")}})
	path := beginTus(t, s, s.Member, "x.mp3", 3<<20)
	if r := s.Do(t, patch(s.Member, path, 0, strings.Repeat("x", 1<<20+1))); r.Status != http.StatusRequestEntityTooLarge {
		t.Errorf("with a length: %d", r.Status)
	}
	c := dial(t, s)
	defer c.Close()
	c.begin("PATCH", path, s.Member, "Upload-Offset: 0\r\nContent-Type: "+pieceType+"\r\nTransfer-Encoding: chunked\r\n")
	c.send(fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", 1<<20+1, strings.Repeat("x", 1<<20+1)))
	if status := c.status(); status != "413" {
		t.Errorf("without a length: %s", status)
	}
	if r := s.Do(t, testkit.Request{Method: "HEAD", Path: path, As: s.Member, Header: tusHeader()}); r.Header.Get("Upload-Offset") != "0" {
		t.Errorf("offset %s", r.Header.Get("Upload-Offset"))
	}
	if r := s.Do(t, patch(s.Member, path, 0, strings.Repeat("x", 1<<20))); r.Status != http.StatusNoContent {
		t.Errorf("as much as it may: %d %s", r.Status, r.Body)
	}
}

// TestTusRefusedPiece sends a piece slowly that the server refuses at once. The
// sender must get the answer instead of a reset.
func TestTusRefusedPiece(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	const size = 1 << 20
	path := beginTus(t, s, s.Member, "x.mp3", 2*size)
	c := dial(t, s)
	defer c.Close()
	c.begin("PATCH", path, s.Member, fmt.Sprintf("Upload-Offset: 5\r\nContent-Type: %s\r\nContent-Length: %d\r\n", pieceType, size))
	const parts = 8
	pace := time.NewTicker(150 * time.Millisecond) // in all longer than net/http waits before it closes a connection
	defer pace.Stop()
	for range parts {
		<-pace.C
		if _, err := c.Write(make([]byte, size/parts)); err != nil {
			t.Fatal("the server closed the connection while the piece was being sent:", err)
		}
	}
	if status := c.status(); status != "409" {
		t.Errorf("a piece at the wrong place: %s", status)
	}
}

// TestErasedWhileUploading deletes a person while a piece of a file arrives.
func TestErasedWhileUploading(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	file := apitest.UploadedSong(1)
	for name, length := range map[string]int{"a piece in the middle": len(file) + 1, "the last piece": len(file)} {
		person := s.SignUp(t, strings.ReplaceAll(name, " ", "-")+"@example.com")
		path, id := beginTus(t, s, person, "x.mp3", length), apitest.IDOf(t, s, person)
		c := dial(t, s)
		defer c.Close()
		c.begin("PATCH", path, person, fmt.Sprintf("Upload-Offset: 0\r\nContent-Type: %s\r\nContent-Length: %d\r\n", pieceType, len(file)))
		c.send(file[:len(file)-1])
		if r := s.Do(t, testkit.Request{Method: "POST", Path: "/api/admin/users/" + id + "/erase", As: s.Admin}); r.Status != http.StatusNoContent {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
		c.send(file[len(file)-1:])
		if status := c.status(); status != "404" {
			t.Errorf("%s: %s", name, status)
		}
	}
}

// wire is a raw connection.
type wire struct {
	net.Conn
	t testing.TB
}

func dial(t testing.TB, s *testkit.Server) *wire {
	t.Helper()
	u, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	c, err := new(net.Dialer).DialContext(t.Context(), "tcp", u.Host)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.SetDeadline(time.Now().Add(30 * time.Second)); err != nil {
		t.Fatal(err)
	}
	return &wire{c, t}
}

func (c *wire) begin(method, path string, as testkit.Person, fields string) {
	c.send(method + " " + path + " HTTP/1.1\r\nHost: x\r\nTus-Resumable: 1.0.0\r\nAuthorization: Bearer " + as.Access + "\r\n" + fields + "\r\n")
}

// send sends as much as the server accepts.
func (c *wire) send(text string) { _, _ = c.Write([]byte(text)) }

func (c *wire) status() string {
	c.t.Helper()
	b := make([]byte, 12)
	if _, err := c.Read(b); err != nil {
		c.t.Fatal(err)
	}
	return string(b[9:])
}

// TestTusBrokenConnections interrupts many concurrent uploads at many positions.
// All of them arrive intact.
func TestTusBrokenConnections(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	var all sync.WaitGroup
	for n := range 6 {
		all.Go(func() {
			r := rand.New(rand.NewPCG(uint64(n), 7))
			file := fakelib.Song{Title: "Song", Sound: uint64(n + 10), Frames: 9000 + n}.MP3()
			path := beginTus(t, s, s.Member, "x.mp3", len(file))
			cuts := 0
			for sendSome(t, s, path, file, r) {
				cuts++
			}
			if cuts < 5 {
				t.Errorf("only %d cuts", cuts)
			}
			u := testkit.JSON[uploadResult](t, s.Do(t, testkit.Request{Path: path, As: s.Member}))
			if got := s.Do(t, testkit.Request{Path: u.AudioURL, As: s.Member}); got.Body != string(file) {
				t.Errorf("%s: %d bytes of %d, or others", path, len(got.Body), len(file))
			}
		})
	}
	all.Wait()
}

// sendSome continues an upload up to a random position and disconnects. It reports
// whether bytes are missing.
func sendSome(t *testing.T, s *testkit.Server, path string, file []byte, r *rand.Rand) (more bool) {
	t.Helper()
	head := s.Do(t, testkit.Request{Method: "HEAD", Path: path, As: s.Member, Header: tusHeader()})
	offset, err := strconv.Atoi(head.Header.Get("Upload-Offset"))
	if err != nil {
		t.Errorf("offset: %d %v", head.Status, head.Header)
		return false
	}
	if offset == len(file) {
		return false
	}
	rest := file[offset:]
	c := dial(t, s)
	defer c.Close()
	c.begin("PATCH", path, s.Member, fmt.Sprintf("Upload-Offset: %d\r\nContent-Type: %s\r\nContent-Length: %d\r\n", offset, pieceType, len(rest)))
	cut := min(len(rest), r.IntN(len(file)/5)+1)
	c.send(string(rest[:cut]))
	if cut == len(rest) {
		// Bytes of a closed connection may still arrive. Then the upload is further than
		// reported, and the client asks for the offset again.
		if status := c.status(); status != "204" && status != "409" {
			t.Errorf("the last piece: %s", status)
		}
	}
	return true
}

// TestTusPieces uploads several files concurrently, piece by piece.
func TestTusPieces(t *testing.T) {
	s := empty.Join(t)
	var all sync.WaitGroup
	for n := range 4 {
		all.Go(func() {
			file := fakelib.Song{Title: "Song", Sound: uint64(n + 20), Frames: 2000}.MP3()
			path := beginTus(t, s, s.Member, fmt.Sprintf("%d.mp3", n), len(file))
			offset := 0
			for offset < len(file) {
				end := min(offset+50_000, len(file))
				if r := s.Do(t, patch(s.Member, path, offset, string(file[offset:end]))); r.Status != http.StatusNoContent {
					t.Errorf("%d: %d %s", offset, r.Status, r.Body)
					return
				}
				offset = end
			}
			if r := s.Do(t, testkit.Request{Path: path, As: s.Member}); r.Status != http.StatusOK {
				t.Errorf("result: %d %s", r.Status, r.Body)
			}
		})
	}
	all.Wait()
}
