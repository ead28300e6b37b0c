package backup_test

import (
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"sonora/internal/backup"
	"sonora/internal/blob"
	"sonora/internal/blob/s3test"
	"sonora/internal/music"
)

// TestBackupsInBucket makes, lists, downloads and restores backups in a real bucket.
// Then the bucket is full, goes away while a backup is written, and while it is read
// back: nothing may be left that looks like a backup, and those before stay.
func TestBackupsInBucket(t *testing.T) {
	s := newServer(t, engines["SQLite"](t))
	filled(t, s.Database)
	want := content(t, s.Database)
	address := get(blob.ParseAddress(s3test.New(t)))(t)
	trouble := &atomic.Value{}
	trouble.Store("")
	next := httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: address.Host})
	next.ErrorLog = log.New(t.Output(), "", 0)
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		isArchive := !strings.HasSuffix(r.URL.Path, ".json") && strings.Contains(r.URL.Path, "/sonora-")
		switch now := trouble.Load(); {
		case now == "full" && r.Method == http.MethodPut:
			w.WriteHeader(http.StatusInsufficientStorage)
		case now == "gone while writing" && r.Method == http.MethodPut, now == "gone while reading" && r.Method == http.MethodGet && isArchive:
			panic(http.ErrAbortHandler)
		default:
			next.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(front.Close)
	open := func(host string) *backup.Target {
		target := get(backup.OpenTarget(s3test.Address(strings.TrimPrefix(host, "http://"), address.Bucket)))(t)
		t.Cleanup(target.Close)
		return target
	}
	s.Target = open(front.URL)
	b := s.make()
	for now, says := range map[string]string{
		"full": "There is no room for the backup; nothing was left behind", "gone while writing": "The backup could not be stored at s3://", "gone while reading": "The backup could not be verified",
	} {
		trouble.Store(now)
		_, err := s.Make(t.Context(), backup.Daily, nil)
		if music.CodeOf(err) != music.Unavailable || !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), s3test.Secret) {
			t.Errorf("%s: %v", now, err)
		}
	}
	trouble.Store("")
	bucket := open("http://" + address.Host)
	if list := get(bucket.List(t.Context()))(t); len(list) != 1 || list[0] != *b {
		t.Errorf("the backups are %+v", list)
	}
	objects := get(blob.Open(s3test.Address(address.Host, address.Bucket)))(t)
	for info, err := range objects.List(t.Context(), "") {
		if must(t, err); !strings.HasPrefix(info.Key, b.Name) {
			t.Errorf("left %s", info.Key)
		}
	}
	o := get(bucket.Open(t.Context(), b.Name))(t)
	fresh := newServer(t, engines["SQLite"](t))
	get(backup.Restore(t.Context(), fresh.Source, o, nil, restoreEntry))(t)
	must(t, o.Close())
	for i, total := range content(t, fresh.Database) {
		if total != want[i] && total.Table != "security_event" { // which says who restored it
			t.Errorf("%s differs: %+v, not %+v", total.Table, total, want[i])
		}
	}
}
