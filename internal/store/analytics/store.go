// Package analytics stores sums of what people heard, from which the operator's
// figures come.
//
// Every stored play also adds an Entry, in the same transaction. RollUp takes
// entries out and adds them to sums, in one transaction too, so that a restart
// neither loses nor doubles any. Entries are only ever appended, and only one
// roll-up runs at a time: no listener waits for another one's row.
//
// Sums are kept by UTC hour and, within it, by slots of a quarter of an hour.
// The offset of every time zone is a multiple of that, so that days, weeks and
// months can be added up exactly in any time zone, also after it has changed.
// Fold derives sums of UTC days and of blocks of days, from which sums over long
// ranges are read; where they are missing, reading takes the hours.
//
// The people of each slot are an exact set, stored as the gaps between ascending
// numbers, which is how search engines store the documents of a term (Zobel and
// Moffat, Inverted files for text search engines, ACM Computing Surveys 38, 2006).
// Sets can be united for any range, as a sketch such as HyperLogLog could, but
// without an error; one person takes one or two bytes.
package analytics

import "sonora/internal/store/kernel"

// Store is the analytics of the database. It is safe for concurrent use.
type Store struct{ db *kernel.DB }

// New returns the analytics of a database.
func New(db *kernel.DB) *Store { return &Store{db: db} }
