package main

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"sonora/internal/music"
)

// truth is what is known about a file.
type truth struct {
	path, style string
	bpm         float64 // 0 if unknown
	key         music.Key
	meter       int     // 0 if unknown
	downbeat    float64 // s, start of any bar; negative if unknown
}

func readTruth(table string) ([]truth, error) {
	f, err := os.Open(table)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, nil
	}
	columns := map[string]int{}
	for i, name := range rows[0] {
		columns[name] = i
	}
	list := make([]truth, 0, len(rows)-1)
	for n, row := range rows[1:] {
		field := func(name string) string {
			if i, ok := columns[name]; ok {
				return row[i]
			}
			return ""
		}
		t, err := parseTruth(field)
		if err != nil {
			return nil, fmt.Errorf("row %d: %w", n+2, err)
		}
		t.path = filepath.Join(filepath.Dir(table), field("path"))
		list = append(list, t)
	}
	return list, nil
}

func parseTruth(field func(string) string) (t truth, err error) {
	t = truth{style: field("style"), key: music.NoKey, downbeat: -1}
	if s := field("bpm"); s != "" {
		if t.bpm, err = strconv.ParseFloat(s, 64); err != nil {
			return t, err
		}
	}
	if s := field("key"); s != "" {
		if t.key, err = music.ParseKey(s); err != nil {
			return t, err
		}
	}
	if s := field("meter"); s != "" {
		if t.meter, err = strconv.Atoi(s); err != nil {
			return t, err
		}
	}
	if s := field("downbeat"); s != "" {
		t.downbeat, err = strconv.ParseFloat(s, 64)
	}
	return t, err
}
