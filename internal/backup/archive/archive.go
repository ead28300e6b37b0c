// Package archive is the format of backups. An archive is a tar file, compressed
// with Zstandard, and encrypted with age if wished, so that common tools open it:
//
//	backup.json            what it is: Head
//	tables/NAME/000001     rows of a table: CBOR arrays, one after another
//	media/FOLDER/FILE      small files that exist nowhere else
//	media.jsonl            the larger files of the server, one File per line
//	secret.key             the key of secrets; only in encrypted archives
//	end.json               what it contains: End; without it, the archive is truncated
//
// The tables come in an order in which each follows those that it refers to.
package archive

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"time"
)

// Format is the version of the format that this program writes. It reads all
// earlier ones.
const Format = 1

// Names of entries.
const (
	headName  = "backup.json"
	endName   = "end.json"
	filesName = "media.jsonl"
	keyName   = "secret.key"
	tablesDir = "tables/"
	mediaDir  = "media/"
)

// Table is a table with its columns.
type Table struct {
	Name    string   `json:"name"`
	Columns []string `json:"columns"`
}

// Head begins an archive.
type Head struct {
	Format    int       `json:"format"`
	Schema    int64     `json:"schema"`  // version of the tables
	Engine    string    `json:"engine"`  // that it was made on; it does not matter for restoring
	Program   string    `json:"program"` // version of Sonora
	CreatedAt time.Time `json:"createdAt"`
	HasKey    bool      `json:"hasKey"` // whether secret.key is in it
	Tables    []Table   `json:"tables"`
}

// Total is what an archive contains of one table.
type Total struct {
	Table  string `json:"table"`
	Rows   int64  `json:"rows"`
	Digest string `json:"digest"` // see Digest
}

// End ends an archive.
type End struct {
	Totals []Total `json:"totals"`
	Kept   int     `json:"kept"`   // small files in the archive
	Listed int     `json:"listed"` // files in the list
	Bytes  int64   `json:"bytes"`  // of the files in the list
}

// Rows returns the number of all rows.
func (e *End) Rows() (n int64) {
	for _, t := range e.Totals {
		n += t.Rows
	}
	return n
}

// File is a larger file of the server, such as an upload, which is not in the
// archive.
type File struct {
	Key      string `json:"key"`
	Size     int64  `json:"size"`
	Checksum string `json:"checksum,omitempty"` // sha256:HEX; empty where it is not known yet
}

// Errors of archives that are refused.
var (
	ErrForeign   = errors.New("this is not a backup of Sonora")
	ErrDamaged   = errors.New("the backup is damaged or incomplete")
	ErrNewer     = errors.New("the backup is from a newer version of Sonora")
	ErrEncrypted = errors.New("the backup is encrypted: its key is needed")
	ErrWrongKey  = errors.New("the key does not open this backup")
)

// Digest sums up the rows of a table, whatever their order: two engines return
// them in different ones. It is the sum of the SHA-256 of all rows, as four
// numbers of 64 bits.
type Digest struct {
	sum  [4]uint64
	rows int64
	row  []byte // the last one that AddRow encoded
}

// add adds an encoded row.
func (d *Digest) add(row []byte) {
	h := sha256.Sum256(row)
	for i := range d.sum {
		d.sum[i] += binary.BigEndian.Uint64(h[8*i:])
	}
	d.rows++
}

// AddRow adds a row. Columns are in the order of the archive.
func (d *Digest) AddRow(row []any) (err error) {
	if d.row, err = appendRow(d.row[:0], row); err != nil {
		return err
	}
	d.add(d.row)
	return nil
}

// Total returns what was added.
func (d *Digest) Total(table string) Total {
	var b [32]byte
	for i, n := range d.sum {
		binary.BigEndian.PutUint64(b[8*i:], n)
	}
	return Total{table, d.rows, hex.EncodeToString(b[:])}
}
