package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// placesFlag is a list of folders and buckets, separated by colons within one
// argument. The colons in a bucket's address do not separate.
type placesFlag []string

// Decode implements kong.MapperValue.
func (f *placesFlag) Decode(ctx *kong.DecodeContext) error {
	token := ctx.Scan.Pop()
	switch value := token.Value.(type) {
	case string:
		if token.IsEOL() || value == "" {
			return errors.New("missing value, expecting a folder or the address of a bucket")
		}
		*f = append(*f, splitPlaces(value)...)
		return nil
	case []any: // from the configuration file
		for _, v := range value {
			place, ok := v.(string)
			if !ok {
				return fmt.Errorf("%v is neither a folder nor the address of a bucket", v)
			}
			*f = append(*f, place)
		}
		return nil
	}
	return errors.New("missing value, expecting a folder or the address of a bucket")
}

const bucketScheme = "s3://"

// splitPlaces splits text at colons except those escaped as "\:". After the
// address of a bucket, it splits only where an absolute path or another address
// begins.
func splitPlaces(text string) []string {
	var places []string
	for text != "" {
		end := placeEnd(text)
		if place := strings.ReplaceAll(text[:end], `\:`, ":"); place != "" {
			places = append(places, place)
		}
		text = strings.TrimPrefix(text[end:], ":")
	}
	return places
}

func placeEnd(text string) int {
	bucket := strings.HasPrefix(text, bucketScheme)
	for i := range len(text) {
		rest := text[i:]
		switch {
		case rest[0] != ':', i > 0 && text[i-1] == '\\':
		case !bucket, strings.HasPrefix(rest, ":/") && i >= len(bucketScheme), strings.HasPrefix(rest, ":"+bucketScheme):
			return i
		}
	}
	return len(text)
}
