package script

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// receiver VARIABLE FILE starts a service that takes webhooks, and sets the variable
// to its address. What it gets, it writes to the file: one line each, with the
// signature's version, or for /whole all that the signature covers, separated by tabs. /broken-once answers the first request with an error, /moved sends
// requests on to /inside, and /hangs never answers.
func receiver(ts *testscript.TestScript, _ bool, args []string) {
	file, err := os.Create(ts.MkAbs(args[1]))
	ts.Check(err)
	listener, err := new(net.ListenConfig).Listen(context.Background(), "tcp", "127.0.0.1:0")
	ts.Check(err)
	base := "http://" + listener.Addr().String()
	over, broken := make(chan struct{}), sync.Once{}
	server := &http.Server{ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		version, _, _ := strings.Cut(r.Header.Get("Webhook-Signature"), ",")
		if r.URL.Path == "/whole" {
			body, err := io.ReadAll(r.Body)
			fmt.Fprintf(file, "%s\t%s\t%s\t%s\t%v\n", r.Header.Get("Webhook-Id"), r.Header.Get("Webhook-Timestamp"), r.Header.Get("Webhook-Signature"), body, err)
			return
		}
		fmt.Fprintf(file, "%s signed=%s\n", r.URL.Path, version)
		switch r.URL.Path {
		case "/broken-once":
			broken.Do(func() { w.WriteHeader(http.StatusInternalServerError) })
		case "/moved":
			http.Redirect(w, r, base+"/inside", http.StatusTemporaryRedirect)
		case "/hangs":
			<-over
		}
	})}
	go func() { _ = server.Serve(listener) }() // ends with Close
	ts.Defer(func() {
		close(over)
		_ = server.Close()
		_ = file.Close()
	})
	ts.Setenv(args[0], base)
}
