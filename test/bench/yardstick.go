package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"

	_ "modernc.org/sqlite" // the driver that Sonora uses
)

// yardstickRows is the size of the table that the yardstick reads.
const yardstickRows = 10_000

// yardstick serves the least that a server can do, for comparison: /nothing
// answers from memory, /row/N with one row of an SQLite table as JSON. It runs
// in a process of its own, so that its CPU time can be read like Sonora's.
func yardstick(ctx context.Context, address, folder string) (err error) {
	db, err := sql.Open("sqlite", "file:"+filepath.Join(folder, "yardstick.db"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := fill(ctx, db); err != nil {
		return err
	}
	one, err := db.PrepareContext(ctx, "select title, artist, length from song where seq = ?")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, one.Close()) }()
	http.HandleFunc("GET /nothing", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"status":"ok"}`)
	})
	http.HandleFunc("GET /row/{seq}", func(w http.ResponseWriter, r *http.Request) {
		var row struct {
			Title, Artist string
			Length        int
		}
		if err := one.QueryRowContext(r.Context(), r.PathValue("seq")).Scan(&row.Title, &row.Artist, &row.Length); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(row) // it fails only if the client is gone
	})
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return err
	}
	return http.Serve(listener, nil) //nolint:gosec // measured on this machine, by this program
}

func fill(ctx context.Context, db *sql.DB) error {
	if _, err := db.ExecContext(ctx, "pragma journal_mode = wal; create table song (seq integer primary key, title text, artist text, length int)"); err != nil {
		return err
	}
	_, err := db.ExecContext(ctx, `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
		insert into song select i, 'Song ' || i, 'Artist ' || i / 12, 180 + i % 100 from n`, yardstickRows)
	return err
}

// startYardstick starts this program again as a yardstick.
func startYardstick(ctx context.Context, folder string) (*server, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return startProcess(ctx, "/nothing", func(address string) []string {
		return []string{self, "-yardstick", address, "-library", folder}
	})
}

// The yardsticks that every kind of request is compared with.
func yardstickKinds() []kind {
	rows := make([]string, 1000)
	for i := range rows {
		rows[i] = "/row/" + strconv.Itoa(1+i*(yardstickRows/len(rows)))
	}
	return []kind{{name: "net/http", paths: []string{"/nothing"}}, {name: "net/http + SQLite row", paths: rows}}
}
