package tagging

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"sonora/internal/media"
)

// Why a file is not written, in the details of errReadOnly.
var (
	errMode   = errors.New("it is read-only")
	errFolder = errors.New("its folder may not be written")
	errProof  = errors.New("the new file is not as it should be")
	errBucket = errors.New("the bucket does not take it")
)

// keptReasons word why a change is kept in the database, for a person.
var keptReasons = []struct {
	is   error
	says string
}{
	{is: media.ErrNotWritable, says: "This kind of file cannot be written."},
	{is: errMode, says: "The file is read-only."},
	{is: errFolder, says: "The folder may not be written."},
	{is: errProof, says: "The file cannot be written without harming it."},
	{is: errBucket, says: "The bytes are in a bucket that could not be written."},
	{is: errReadOnly, says: "The file may not be written."},
}

// explainKept words why a change was kept in the database.
func explainKept(why error) string {
	for _, r := range keptReasons {
		if errors.Is(why, r.is) {
			return r.says
		}
	}
	return keptReasons[len(keptReasons)-1].says
}

// folderError says of a right that is missing that it is the folder's.
func folderError(err error) error {
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) {
		return fmt.Errorf("%w: %w", errFolder, err)
	}
	return err
}
