// Package script runs the stories in this folder, one .txtar file each. A
// story does what an operator does in a shell with the real binary, and sends
// it the signals that a person or a machine sends.
package script

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	_ "modernc.org/sqlite"

	"sonora/internal/blob"
	"sonora/internal/blob/s3test"
	"sonora/internal/testkit/binary"
	"sonora/internal/testkit/fakelib"
)

func TestMain(m *testing.M) { os.Exit(s3test.Main(m)) }

func TestStories(t *testing.T) {
	bin := binary.Path(t)
	testscript.Run(t, testscript.Params{
		Dir: ".",
		Setup: func(env *testscript.Env) error {
			address, err := freeAddress(t.Context())
			env.Setenv("PATH", filepath.Dir(bin)+":"+os.Getenv("PATH"))
			env.Setenv("ADDR", address)
			env.Setenv("BASE", "http://"+address)
			env.Setenv("SONORA_LISTEN", address)
			env.Setenv("PATIENCE", "3m") // long enough for a busy machine
			env.Setenv("SONORA_RADIO_LISTEN", "off")
			return err
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"library": library(t), "songs": songs(t), "clicks": clicks(t), "call": call, "await": await, "newer": newer,
			"track": track, "grown": grown, "receiver": receiver, "bucket": bucket, "port": port, "examples": examples, "sqlite": sqlite, "find": find,
		},
		Condition: condition,
	})
}

func freeAddress(ctx context.Context) (string, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	return l.Addr().String(), nil
}

// port VARIABLE sets the variable to a free address.
func port(ts *testscript.TestScript, _ bool, args []string) {
	address, err := freeAddress(context.Background())
	ts.Check(err)
	ts.Setenv(args[0], address)
}

// library FOLDER fills the folder with a song of every format and every kind of
// broken file.
func library(t *testing.T) func(*testscript.TestScript, bool, []string) {
	return func(ts *testscript.TestScript, _ bool, args []string) { fakelib.Build(t, ts.MkAbs(args[0])) }
}

// condition answers [s3]: whether a real S3 server can be started. With
// SONORA_TEST_S3=required it is an error that it cannot.
func condition(name string) (bool, error) {
	if name != "s3" {
		return false, fmt.Errorf("unknown condition %s", name)
	}
	err := s3test.Available()
	if os.Getenv("SONORA_TEST_S3") == "required" {
		return true, err
	}
	return err == nil, nil
}

// bucket VARIABLE makes an empty bucket and sets the variable to its address.
func bucket(ts *testscript.TestScript, _ bool, args []string) {
	place, err := s3test.NewBucket(context.Background())
	ts.Check(err)
	ts.Setenv(args[0], place)
	name, err := blob.Name(place)
	ts.Check(err)
	ts.Setenv(args[0]+"_NAME", name)
}

// track TITLE VARIABLE sets the variable to the ID of a track.
func track(ts *testscript.TestScript, _ bool, args []string) {
	_, answer, err := request(ts, http.MethodGet, "/api/tracks?limit=500", "")
	ts.Check(err)
	var list []struct{ ID, Title string }
	ts.Check(json.Unmarshal([]byte(answer), &list))
	for _, t := range list {
		if t.Title == args[0] {
			ts.Setenv(args[1], t.ID)
			return
		}
	}
	ts.Fatalf("no track %q among %d", args[0], len(list))
}

// patience returns how long a story waits for the server to do something.
func patience(ts *testscript.TestScript) time.Duration {
	limit, err := time.ParseDuration(ts.Getenv("PATIENCE"))
	ts.Check(err)
	return limit
}

// grown FOLDER N waits until the folder has N files, for at most $PATIENCE.
func grown(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[1])
	ts.Check(err)
	n := 0
	for deadline := time.Now().Add(patience(ts)); time.Now().Before(deadline); <-time.After(time.Millisecond) {
		n = 0
		_ = filepath.WalkDir(ts.MkAbs(args[0]), func(_ string, e os.DirEntry, err error) error { // the folder may not exist yet
			if err == nil && !e.IsDir() {
				n++
			}
			return nil
		})
		if n >= want {
			return
		}
	}
	ts.Fatalf("%s has only %d files", args[0], n)
}

// songs FOLDER N writes N small songs, ten to an album.
func songs(t *testing.T) func(*testscript.TestScript, bool, []string) {
	return func(ts *testscript.TestScript, _ bool, args []string) {
		n, err := strconv.Atoi(args[1])
		ts.Check(err)
		for i := range n {
			song := fakelib.Song{
				Title: fmt.Sprint("Song ", i), Artists: []string{"Band"}, Album: fmt.Sprint("Album ", i/10), Number: i%10 + 1, Sound: uint64(i),
			}
			fakelib.Write(t, ts.MkAbs(args[0]), fmt.Sprintf("%d/%d.mp3", i/10, i), song.MP3())
		}
	}
}

// clicks FILE BPM SECONDS writes a WAV file with a drum on every beat.
func clicks(t *testing.T) func(*testscript.TestScript, bool, []string) {
	return func(ts *testscript.TestScript, _ bool, args []string) {
		bpm, err := strconv.ParseFloat(args[1], 64)
		ts.Check(err)
		seconds, err := strconv.Atoi(args[2])
		ts.Check(err)
		name := ts.MkAbs(args[0])
		fakelib.Write(t, filepath.Dir(name), filepath.Base(name), fakelib.Clicks(bpm, seconds))
	}
}

// call METHOD PATH [JSON] prints the answer. It fails from status 400 on, with
// "!" below 400. After a login its token goes with the calls that follow. The
// secret of what was made, such as an API key, and its ID are then in $KEY and $KEY_ID.
func call(ts *testscript.TestScript, neg bool, args []string) {
	body := ""
	if len(args) > 2 {
		body = args[2]
	}
	status, answer, err := request(ts, args[0], args[1], body)
	ts.Check(err)
	fmt.Fprintf(ts.Stdout(), "%d %s\n", status, answer)
	if failed := status >= 400; failed != neg {
		ts.Fatalf("%s %s: %d %s", args[0], args[1], status, answer)
	}
	var made struct{ Access, ID, Secret string }
	if json.Unmarshal([]byte(answer), &made) != nil {
		return
	}
	if made.Access != "" {
		ts.Setenv("TOKEN", made.Access)
	}
	if made.Secret != "" {
		ts.Setenv("KEY", made.Secret)
		ts.Setenv("KEY_ID", made.ID)
	}
}

// await PATH REGEXP [VARIABLE…] repeats the request until the answer matches, for at
// most $PATIENCE, and sets the variables to the groups of the match. Its pauses grow, so that
// a long wait leaves requests to the rest of the story.
func await(ts *testscript.TestScript, _ bool, args []string) {
	pattern := regexp.MustCompile(args[1])
	var last string
	pause := 20 * time.Millisecond
	for deadline := time.Now().Add(patience(ts)); time.Now().Before(deadline); <-time.After(pause) {
		pause = min(pause*11/10, 500*time.Millisecond)
		status, answer, err := request(ts, http.MethodGet, args[0], "")
		if last = fmt.Sprint(status, " ", answer, " ", err); err == nil && pattern.MatchString(last) {
			for i, group := range pattern.FindStringSubmatch(last)[1:] {
				ts.Setenv(args[2+i], group)
			}
			return
		}
	}
	ts.Fatalf("%s never matched %s; last: %s", args[0], args[1], last)
}

func request(ts *testscript.TestScript, method, path, body string) (int, string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, ts.Getenv("BASE")+path, strings.NewReader(body))
	if err != nil {
		return 0, "", err
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	if token := ts.Getenv("TOKEN"); token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, "", err
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(res.Body)
	return res.StatusCode, string(answer), err
}

// newer FILE makes a SQLite database look as if a newer Sonora had written it.
func newer(ts *testscript.TestScript, _ bool, args []string) {
	db, err := sql.Open("sqlite", ts.MkAbs(args[0]))
	ts.Check(err)
	_, err = db.ExecContext(context.Background(), `insert into sonora_version (version_id, is_applied) values (99999, 1)`)
	ts.Check(err)
	_, err = db.ExecContext(context.Background(), `pragma wal_checkpoint(truncate)`)
	ts.Check(err)
	ts.Check(db.Close())
}

// sqlite FILE STATEMENTS makes a database of another program from a file of statements.
func sqlite(ts *testscript.TestScript, _ bool, args []string) {
	db, err := sql.Open("sqlite", ts.MkAbs(args[0]))
	ts.Check(err)
	_, err = db.ExecContext(context.Background(), ts.ReadFile(args[1]))
	ts.Check(err)
	ts.Check(db.Close())
}

// find REGEXP VARIABLE sets the variable to the group of the match in the last output.
func find(ts *testscript.TestScript, _ bool, args []string) {
	match := regexp.MustCompile(args[0]).FindStringSubmatch(ts.ReadFile("stdout"))
	if len(match) < 2 {
		ts.Fatalf("no match of %s", args[0])
	}
	ts.Setenv(args[1], match[1])
}
