package gateway

import (
	"reflect"
	"strings"
	"testing"
)

func TestParseShards(t *testing.T) {
	for text, want := range map[string]Shards{
		"": {}, "auto": {}, " auto\n": {}, "1": {Count: 1}, "16384": {Count: 16384},
		"all/auto": {All: true}, "all/4": {All: true, Count: 4},
		"0/1": {Count: 1, Only: []int{0}}, "0,2-3/4": {Count: 4, Only: []int{0, 2, 3}}, "1-1/2": {Count: 2, Only: []int{1}},
	} {
		if got, err := ParseShards(text); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("ParseShards(%q) = %+v, %v, want %+v", text, got, err, want)
		}
	}
	for _, bad := range []string{
		"0", "-1", "16385", "x", "4.5", "/", "/4", "all/", "all", "4/4", "0-4/4", "2-1/4", "-1/4", "0,/4", "0/auto", "0//4", "0/4/4", "0-1-2/4",
		"99999999999999999999", "0-99999999999999999999/4", "0,0/4", "0-2,1/4",
	} {
		if got, err := ParseShards(bad); err == nil || !strings.Contains(err.Error(), "discord.shards is ") || !reflect.DeepEqual(got, Shards{}) {
			t.Errorf("ParseShards(%q) = %+v, %v", bad, got, err)
		}
	}
}
