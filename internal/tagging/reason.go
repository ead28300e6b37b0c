package tagging

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"sonora/internal/media/tag"
	"sonora/internal/music"
)

// The reasons why a file is not written, wrapped with errReadOnly.
var (
	errMode         = errors.New("the file is read-only")
	errFolder       = errors.New("its folder is not writable")
	errVerification = errors.New("the new file failed verification")
	errBucket       = errors.New("the bucket rejected the object")
)

// keptReasons explain to a person why a change is stored in the database.
var keptReasons = []struct {
	is   error
	text music.Message
}{
	{is: tag.ErrNotWritable, text: music.Say("Tags cannot be written to this kind of file.")},
	{is: errMode, text: music.Say("The file is read-only.")},
	{is: errFolder, text: music.Say("The folder is not writable.")},
	{is: errVerification, text: music.Say("Tags cannot be written to the file without damaging it.")},
	{is: errBucket, text: music.Say("The file is in a bucket that could not be written to.")},
	{is: errReadOnly, text: music.Say("The file is not writable.")},
}

// explainKept explains to a person why a change was stored in the database.
func explainKept(why error) music.Message {
	for _, r := range keptReasons {
		if errors.Is(why, r.is) {
			return r.text
		}
	}
	return keptReasons[len(keptReasons)-1].text
}

// folderError attributes a missing permission to the folder.
func folderError(err error) error {
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) {
		return fmt.Errorf("%w: %w", errFolder, err)
	}
	return err
}
