package backup_test

import (
	"errors"
	"os"
	"testing"

	"sonora/internal/backup"
	"sonora/internal/store/dump"
	"sonora/internal/store/storetest"
)

// TestContradictionsAreFound makes backups of databases in which rows refer to rows that
// are missing: they could not be restored, so there must be no backup.
func TestContradictionsAreFound(t *testing.T) {
	for name, statement := range map[string]string{
		"by number": "insert into liked (account, track, at) select seq, 12345, 0 from account",
		"by ID":     "update track set owner = 'nobody'",
		"by two values": `insert into scrobble_connection (seq, account, service, name, secret, connected_at) select 1, seq, 'lastfm', '', x'', 0 from account;
			insert into scrobble (connection, account, play) select 1, seq, 'no such play' from account`,
	} {
		t.Run(name, func(t *testing.T) {
			s := newServer(t, engines["SQLite"](t))
			filled(t, s.Database)
			s.make()
			before := get(os.ReadDir(s.Target.String()))(t)
			(&storetest.Fixture{T: t, URL: s.Database}).Exec(statement) // without foreign keys
			if _, err := s.Make(t.Context(), backup.Daily, nil); !errors.Is(err, dump.ErrUnfit) {
				t.Errorf("made a backup: %v", err)
			}
			if after := get(os.ReadDir(s.Target.String()))(t); len(after) != len(before) {
				t.Errorf("left %v", after)
			}
		})
	}
}
