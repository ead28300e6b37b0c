package prompt

import (
	"strconv"
)

// The words of numbers that have several: "a hundred and twenty", "noventa y cinco".
var (
	ones = map[string]int{
		"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
		"uno": 1, "un": 1, "una": 1, "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "seis": 6, "siete": 7, "ocho": 8, "nueve": 9,
	}
	teens = map[string]int{
		"ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19,
		"diez": 10, "once": 11, "doce": 12, "trece": 13, "catorce": 14, "quince": 15, "dieciseis": 16, "diecisiete": 17, "dieciocho": 18, "diecinueve": 19,
		"veintiuno": 21, "veintidos": 22, "veintitres": 23, "veinticuatro": 24, "veinticinco": 25, "veintiseis": 26, "veintisiete": 27, "veintiocho": 28, "veintinueve": 29,
	}
	tens = map[string]int{
		"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
		"veinte": 20, "treinta": 30, "cuarenta": 40, "cincuenta": 50, "sesenta": 60, "setenta": 70, "ochenta": 80, "noventa": 90,
	}
	hundreds = map[string]int{"ciento": 100, "doscientos": 200, "doscientas": 200}
)

// numbered returns tokens in which every number of several words is one token in digits.
func numbered(list []token) []token {
	var out []token
	for i := 0; i < len(list); {
		value, n := spelled(list[i:])
		if n < 2 {
			out = append(out, list[i])
			i++
			continue
		}
		t := list[i]
		t.text, t.original, t.to = strconv.Itoa(value), strconv.Itoa(value), list[i+n-1].to
		out = append(out, t)
		i += n
	}
	return out
}

// spelled returns the number that tokens begin with, and how many of them it takes; 0 for none.
func spelled(list []token) (value, n int) {
	if ten, m := belowHundred(from(list, 1)); tens[word(list, 1)] != 0 && word(list, 1+m) == "bpm" && ones[word(list, 0)] != 0 { // one twenty
		return 100*ones[word(list, 0)] + ten, 1 + m
	}
	value, n = hundred(list)
	if n == 0 {
		return belowHundred(list)
	}
	at := n
	if word(list, at) == "and" {
		at++
	}
	if rest, m := belowHundred(from(list, at)); m > 0 {
		return value + rest, at + m
	}
	return value, n
}

// hundred returns the hundreds that tokens begin with: "a hundred", "two hundred", "ciento".
func hundred(list []token) (value, n int) {
	first := word(list, 0)
	if value := hundreds[first]; value != 0 {
		return value, 1
	}
	count := ones[first]
	if first == "a" {
		count = 1
	}
	if count != 0 && word(list, 1) == "hundred" {
		return 100 * count, 2
	}
	return 0, 0
}

// belowHundred returns the number below a hundred that tokens begin with: "ninety five", "noventa y
// cinco", "dieciséis".
func belowHundred(list []token) (value, n int) {
	first := word(list, 0)
	ten := tens[first]
	if ten == 0 {
		return ones[first] + teens[first], min(1, ones[first]+teens[first])
	}
	at := 1
	if word(list, at) == "y" {
		at++
	}
	if one := ones[word(list, at)]; one != 0 {
		return ten + one, at + 1
	}
	return ten, 1
}

// word returns the text of a token that no punctuation mark separates from the one before.
func word(list []token, i int) string {
	if i >= len(list) || i > 0 && list[i].comma {
		return ""
	}
	return list[i].text
}

// from returns the tokens from one on; none beyond the end, and after a punctuation mark.
func from(list []token, i int) []token {
	if word(list, i) == "" {
		return nil
	}
	return list[i:]
}
