package people

import (
	"fmt"
	"hash/fnv"
	"reflect"

	"sonora/internal/music"
)

// Limits are how much of the server one person may use, as operators decide. A limit that
// is nil is the one of the server's settings; 0 is none, as there.
type Limits struct {
	Storage  *int     // MB of uploads and automixes
	AIBudget *float64 // dollars that services which make music may cost per month
}

// The highest limits, which are those of the settings.
const (
	maxStorage  = 100_000_000
	maxAIBudget = 1_000_000
)

// Validate returns an Invalid Error with every limit that is out of range.
func (l *Limits) Validate() error {
	f := music.FieldErrors{}
	if n := l.Storage; n != nil && (*n < 0 || *n > maxStorage) {
		f.Add("storage", "Enter a number from %v to %v.", 0, maxStorage)
	}
	if n := l.AIBudget; n != nil && !(*n >= 0 && *n <= maxAIBudget) {
		f.Add("aiBudget", "Enter a number from %v to %v.", 0, maxAIBudget)
	}
	return f.Err()
}

// Equal reports whether both say the same.
func (l *Limits) Equal(other *Limits) bool { return reflect.DeepEqual(l, other) }

// Version returns a number for If-Match, derived from the limits: others have another one.
func (l *Limits) Version() int64 {
	storage, budget := -1, -1.0
	if l.Storage != nil {
		storage = *l.Storage
	}
	if l.AIBudget != nil {
		budget = *l.AIBudget
	}
	h := fnv.New64a()
	fmt.Fprint(h, storage, " ", budget) // a hash never fails
	return int64(h.Sum64() & maxVersion)
}

// maxVersion is the highest version that every JSON reader takes exactly.
const maxVersion = 1<<53 - 1

// String returns the limits for the audit log: 500 MB, $2.50; a dash for the server's.
func (l *Limits) String() string {
	storage, budget := "–", "–"
	if l.Storage != nil {
		storage = fmt.Sprintf("%d MB", *l.Storage)
	}
	if l.AIBudget != nil {
		budget = fmt.Sprintf("$%.2f", *l.AIBudget)
	}
	return storage + ", " + budget
}
