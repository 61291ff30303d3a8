package localpg

import "testing"

// An error shows why a program failed, without the output before that.
func TestReasons(t *testing.T) {
	for _, c := range []struct{ output, want string }{
		{"", ""},
		{"  no mark\nat all\n", "no mark\nat all"},
		{
			"2026-11-21 05:43:16.135 UTC [23099] LOG:  redo starts at 0/1500790\n" +
				"2026-11-21 05:43:16.225 UTC [23099] FATAL:  could not write to file \"x\": No space left on device\n" +
				"2026-11-21 05:43:16.228 UTC [23094] LOG:  shutting down due to startup process failure\n",
			"could not write to file \"x\": No space left on device",
		},
		{"initdb: error: invalid locale name \"C.UTF-8\"\ninitdb: hint: none", "invalid locale name \"C.UTF-8\""},
		{"FATAL:  incompatible\nDETAIL:  made by version 14\n", "incompatible; made by version 14"},
	} {
		if got := reasons(c.output); got != c.want {
			t.Errorf("the reasons in %q are %q, want %q", c.output, got, c.want)
		}
	}
}
